"""What the first page of a dossier says: the application, or the proposal."""

from banca.rules import _

ADDRESSEE = _("To the Director of the Gaming Inspection and Coordination Bureau (DICJ)")
APPLICATION = _("Application for authorisation of {what}")
NO_APPLICATION = _("Proposal for {what}")
NEW_BETS_TITLE = _("new bets")
PRIZES_TITLE = _("different prizes")
BETS_AND_PRIZES_TITLE = _("new bets and different prizes")
SUBJECT = _("Subject")
APPLICANT = _("Applicant (concessionaire or subconcessionaire)")
PROPONENT = _("Submitted by")
REPRESENTATIVE = _("Representative (name and capacity)")
SIGNED_ORDER = _("{order} of {date}")
"""A Portuguese order has its year in its number."""
ORDER_IN_FORCE = _("{order}, in force since {date}")
REQUESTS = _("The applicant applies, under {article} (regulation approved by {order}), for authorisation of {what}:")
PROPOSES = _("The undersigned proposes, for the game {game}, whose regulation was approved by {order}, {what}:")
PROPOSES_REVOKED = _(
    "The undersigned proposes, for the game {game}, on the basis of the regulation approved by {order}, since revoked, which was in force until {last}, {what}:"
)
NEW_ONLY = _("the following new bets")
ONE_NEW = _("the following new bet")
PRIZES_ONLY = _("the following prizes, different from those in {regulation}")
BETS_AND_PRIZES = _("the following new bets, and prizes different from those in {regulation}")
PRIZES_ONLY_RECONSTRUCTED = _(
    "the following prizes, different from those reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
BETS_AND_PRIZES_RECONSTRUCTED = _(
    "the following new bets, and prizes different from those reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
PRIZES_ONLY_MIXED = _(
    "the following prizes, different from those in {regulation} or reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
BETS_AND_PRIZES_MIXED = _(
    "the following new bets, and prizes different from those in {regulation} or reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
NEW_ITEM = _("{bet}: prize of {pays}")
CHANGED_ITEM = _("{bet}: prize of {pays}, instead of {before}")
CHANGED_ITEM_REVOKED = _("{bet}: prize of {pays}, instead of {before} in the revoked regulation")
CHANGED_ITEM_EARLIER = _("{bet}: prize of {pays}, instead of {before} in the earlier regulation")
MANY_ITEMS = _("the {count} bets described in section {section}")
MANY_OF_BOTH = _("the {new} new bets, and the prizes of the other {count} bets, described in section {section}")
MANY_PRIZES = _("the prizes of the {count} bets described in section {section}")
NO_ARTICLE = _(
    "None of the articles of that regulation consulted provides for the authorisation of new bets or different prizes. The proposal has no legal effect in itself."
)
CARRIES = _("As required by {article}, the application contains:")
CONTAINS = _("The proposal contains:")
PART = _("{title} (section {section})")
CONDITIONS_ASKED = _(
    "For the purposes of {article}, section {section} proposes special conditions of operation and of publication to "
    "players."
)
CLOSING = _("The applicant requests that the application be granted.")
PROPOSAL_CLOSING = _("Submitted for consideration.")
PLACE = _("Place")
DATE = _("Date")
SIGNATURE = _("Signature")
