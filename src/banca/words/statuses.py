"""How each status of a rule is named, marked and explained: on the command line, on pages and in the dossier."""

from dataclasses import dataclass

from banca.law import Status
from banca.rulebook import Given, words


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusWords:
    """The name of a status, its mark, and what it means; what is not simply the gazette's is never without its mark."""

    name: Given
    mark: str = ""
    means: Given


STATUSES = {
    Status.GAZETTED: StatusWords(
        name=words("gazetted", pt="publicada", zh="公報所載"),
        means=words(
            "published in the Official Gazette, and read there",
            pt="publicada no Boletim Oficial e aí lida",
            zh="載於《公報》，並據《公報》查閱",
        ),
    ),
    Status.GAZETTED_COPY: StatusWords(
        name=words("gazetted, read elsewhere", pt="publicada, lida noutro texto", zh="公報所載（據其他文本）"),
        mark="*",
        means=words(
            "published in the Official Gazette, but read only in a copy or in a text that is not the official one",
            pt="publicada no Boletim Oficial, mas lida apenas numa cópia ou num texto não oficial",
            zh="載於《公報》，但只據副本或非正式文本查閱",
        ),
    ),
    Status.READING: StatusWords(
        name=words("reading", pt="interpretação", zh="解讀"),
        mark="†",
        means=words(
            "the text is silent, unclear or contradicts itself, and this is how we read it",
            pt="o texto é omisso, pouco claro ou contraditório, e é assim que o interpretamos",
            zh="原文沒有說明、含糊或自相矛盾，此為我們的解讀",
        ),
    ),
    Status.PREDECESSOR: StatusWords(
        name=words("predecessor's", pt="do diploma anterior", zh="前規章所載"),
        mark="¶",
        means=words(
            "read in the regulation that came before; the article in force has not been seen",
            pt="lida no regulamento anterior; o artigo em vigor não foi visto",
            zh="據先前的規章查閱；現行條文未曾查閱",
        ),
    ),
    Status.REVOKED: StatusWords(
        name=words("gazetted, revoked", pt="publicada, revogada", zh="公報所載，已廢止"),
        mark="‖",
        means=words(
            "was law until the order was revoked; the text that replaced it has not been seen",
            pt="vigorou até à revogação do diploma; o texto que o substituiu não foi visto",
            zh="於有關批示廢止前有效；取代該批示的文本未曾查閱",
        ),
    ),
    Status.RECONSTRUCTED: StatusWords(
        name=words("reconstructed", pt="reconstruída", zh="重構"),
        mark="‡",
        means=words(
            "the article, or one that it rests on, has not been seen; filled in from public knowledge or from what the text seen implies",
            pt="o artigo, ou um em que assenta, não foi consultado; preenchido a partir do conhecimento público ou do que decorre do texto consultado",
            zh="條文（或其所依據的條文）未曾查閱；按公開資料或已查閱條文的邏輯補上",
        ),
    ),
    Status.HOUSE_RULE: StatusWords(
        name=words("house rule", pt="regra da casa", zh="場內規則"),
        mark="°",
        means=words(
            "no text is read here: this is how Banca's own tables are run",
            pt="não se interpreta nenhum texto: é assim que funcionam as mesas do próprio Banca",
            zh="並非解讀條文：此為Banca本身各檯的運作規則",
        ),
    ),
    Status.PROPOSED: StatusWords(
        name=words("proposed", pt="proposta", zh="建議"),
        mark="§",
        means=words(
            "a bet, or the prize alone, as a proposal file describes it; that has no legal effect",
            pt="aposta, ou só o prémio, tal como o ficheiro da proposta o descreve; isso não produz efeitos jurídicos",
            zh="投注項目（或僅彩金）按建議檔案所述；該等內容不具法律效力",
        ),
    ),
}
