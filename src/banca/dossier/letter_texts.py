"""What the first page of a dossier says: the application, or the proposal."""

from banca.rulebook import term, words

ADDRESSEE = term("To the Director of the Gaming Inspection and Coordination Bureau (DICJ)")
APPLICATION = words(
    "Application for authorisation of {what}", pt="Requerimento de autorização de {what}", zh="{what}許可申請書"
)
NO_APPLICATION = words("Proposal for {what}", pt="Proposta de {what}", zh="{what}建議書")
NEW_BETS_TITLE = words("new bets", pt="novas apostas", zh="新投注項目")
PRIZES_TITLE = words("different prizes", pt="prémios diferentes", zh="不同彩金")
BETS_AND_PRIZES_TITLE = words(
    "new bets and different prizes", pt="novas apostas e prémios diferentes", zh="新投注項目及不同彩金"
)
SUBJECT = term("Subject")
APPLICANT = words(
    "Applicant (concessionaire or subconcessionaire)",
    pt="Requerente (concessionária/subconcessionária)",
    zh="申請人（承批公司/獲轉批給人）",
)
PROPONENT = term("Submitted by")
REPRESENTATIVE = term("Representative (name and capacity)")
SIGNED_ORDER = words("{order} of {date}", pt="{order}, de {day}", zh="{date}{order}")
"""A Portuguese order has its year in its number."""
ORDER_IN_FORCE = term("{order}, in force since {date}")
REQUESTS = term("The applicant applies, under {article} (regulation approved by {order}), for authorisation of {what}:")
PROPOSES = term("The undersigned proposes, for the game {game}, whose regulation was approved by {order}, {what}:")
PROPOSES_REVOKED = words(
    "The undersigned proposes, for the game {game}, on the basis of the regulation approved by {order}, revoked, which was "
    "in force until {last}, {what}:",
    pt="A proponente apresenta à consideração de V. Ex.ª, para o jogo {game}, com base no regulamento aprovado pelo {order}, "
    "revogado, que vigorou até {last}, {what}:",
    zh="提交人現就{game}（以已廢止、有效至{last}的{order}所核准的規章為據）建議{what}：",
)
NEW_ONLY = term("the following new bets")
ONE_NEW = words("the following new bet", pt="a seguinte nova aposta", zh="下列新投注項目")
PRIZES_ONLY = words(
    "the following prizes, different from those in {regulation}",
    pt="os seguintes prémios, diferentes dos previstos {regulation}",
    zh="下列有別於{regulation}規定的彩金金額",
)
BETS_AND_PRIZES = words(
    "the following new bets, and prizes different from those in {regulation}",
    pt="as seguintes novas apostas e os seguintes prémios, diferentes dos previstos {regulation}",
    zh="下列新投注項目及有別於{regulation}規定的彩金金額",
)
PRIZES_ONLY_RECONSTRUCTED = words(
    "the following prizes, different from those reconstructed here (the articles of the regulation on bets and prizes have "
    "not been seen)",
    pt="os seguintes prémios, diferentes dos aqui reconstruídos; os artigos do regulamento sobre apostas e prémios não foram "
    "vistos",
    zh="下列有別於本文件重構者的彩金金額（規章有關投注及彩金的條文未曾查閱）",
)
BETS_AND_PRIZES_RECONSTRUCTED = words(
    "the following new bets, and prizes different from those reconstructed here (the articles of the regulation on bets and "
    "prizes have not been seen)",
    pt="as seguintes novas apostas e os seguintes prémios, diferentes dos aqui reconstruídos; os artigos do regulamento sobre "
    "apostas e prémios não foram vistos",
    zh="下列新投注項目及有別於本文件重構者的彩金金額（規章有關投注及彩金的條文未曾查閱）",
)
PRIZES_ONLY_MIXED = words(
    "the following prizes, different from those in {regulation} or reconstructed here (the articles of the regulation on bets "
    "and prizes have not been seen)",
    pt="os seguintes prémios, diferentes dos previstos {regulation} ou aqui reconstruídos; os artigos do regulamento sobre "
    "apostas e prémios não foram vistos",
    zh="下列有別於{regulation}所定或本文件重構者的彩金金額（規章有關投注及彩金的條文未曾查閱）",
)
BETS_AND_PRIZES_MIXED = words(
    "the following new bets, and prizes different from those in {regulation} or reconstructed here (the articles of the "
    "regulation on bets and prizes have not been seen)",
    pt="as seguintes novas apostas e os seguintes prémios, diferentes dos previstos {regulation} ou aqui reconstruídos; os "
    "artigos do regulamento sobre apostas e prémios não foram vistos",
    zh="下列新投注項目及有別於{regulation}所定或本文件重構者的彩金金額（規章有關投注及彩金的條文未曾查閱）",
)
NEW_ITEM = term("{bet}: prize of {pays}")
CHANGED_ITEM = term("{bet}: prize of {pays}, instead of {before}")
CHANGED_ITEM_REVOKED = words(
    "{bet}: prize of {pays}, instead of {before} in the revoked regulation",
    pt="{bet}: prémio de {pays}, em vez de {before} no regulamento revogado",
    zh="{bet}：由已廢止的規章所定的 {before} 改為 {pays}",
)
CHANGED_ITEM_EARLIER = words(
    "{bet}: prize of {pays}, instead of {before} in the earlier regulation",
    pt="{bet}: prémio de {pays}, em vez de {before} no regulamento anterior",
    zh="{bet}：由先前的規章所定的 {before} 改為 {pays}",
)
MANY_ITEMS = term("the {count} bets described in section {section}")
MANY_OF_BOTH = words(
    "the {new} new bets, and the prizes of the other {count} bets, described in section {section}",
    pt="as {new} novas apostas e os prémios das outras {count} apostas, descritos na secção {section}",
    zh="第 {section} 部分所述的 {new} 項新投注及其餘 {count} 項投注的彩金",
)
MANY_PRIZES = words(
    "the prizes of the {count} bets described in section {section}",
    pt="os prémios das {count} apostas descritas na secção {section}",
    zh="第 {section} 部分所述 {count} 項投注的彩金",
)
NO_ARTICLE = term(
    "No article of that regulation seen here provides for the authorisation of new bets or different prizes. The proposal "
    "has no legal effect in itself."
)
CARRIES = term("As required by {article}, the application contains:")
CONTAINS = term("The proposal contains:")
PART = term("{title} (section {section})")
CONDITIONS_ASKED = term(
    "For the purposes of {article}, section {section} proposes special conditions of operation and of publication to "
    "players."
)
CLOSING = term("The applicant requests that the application be granted.")
PROPOSAL_CLOSING = term("Submitted for consideration.")
PLACE = term("Place")
DATE = term("Date")
SIGNATURE = term("Signature")
