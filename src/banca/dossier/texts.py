"""What the dossier says, in English; the catalogues have the other languages."""

from banca.rulebook import Lose, Push, plural_words, term, words

DECIDED: dict[type, str] = {Lose: term("the stake is lost"), Push: term("the stake is returned")}
LOST_IN_PART = words("{share} of the stake is lost", pt="perde-se {share} da aposta", zh="輸去注碼的{share}")
WINS = term("wins {pays}")
WINS_ROW = term("wins {pays}: {row}")
STAYS = term("stays as it is")

# The prizes

CHANGED_PRIZE = words(
    "{pays} on {on}, instead of {before}",
    pt="{pays} quando o resultado for {on}, em vez de {before}",
    zh="結果為{on}時由 {before} 改為 {pays}",
)
CHANGED_PRIZE_REVOKED = words(
    "{pays} on {on}, instead of {before} in the revoked regulation",
    pt="{pays} quando o resultado for {on}, em vez de {before} no regulamento revogado",
    zh="結果為{on}時由已廢止的規章所定的 {before} 改為 {pays}",
)
UNCHANGED = words("the rest unchanged", pt="o resto, sem alteração", zh="其餘不變")
LESS_COMMISSION = words(
    "{pays}, less a commission of {rate} of the prize",
    pt="{pays}, deduzida a comissão de {rate} do prémio",
    zh="{pays}，另抽取彩金的 {rate} 作抽水",
)
LESS_COMMISSION_BOTH = words(
    "{change}, less a commission of {rate} of the prize in both cases",
    pt="{change}, deduzida em ambos os casos a comissão de {rate} do prémio",
    zh="{change}，兩者均抽取彩金的 {rate} 作抽水",
)
CONTENTS = term("Contents")
PAGE_OF = term("page {page} of {pages}")

# 1 Scope

SCOPE = term("Scope")
GAME = term("Game")
REGULATION = term("Regulation")
REVOKED_REGULATION = words("Revoked regulation", pt="Regulamento revogado", zh="已廢止的規章")
NAMED_REGULATION = words("the regulation", pt="regulamento", zh="規章")
NAMED_REVOKED = words("the revoked regulation", pt="regulamento revogado", zh="已廢止的規章")
"""What the regulation is called within a sentence; in Portuguese an article stands before it."""
REQUESTED_UNDER = words("Requested under", pt="Fundamento legal", zh="申請依據")
FILE_DIGEST = term("SHA-256 of the proposal file")
MADE_WITH = term("Calculated with")
NEW_BETS = term("New bets")
OTHER_PRIZES = term("Bets with different prizes")
LIMITS = term("Stake limits used in the calculations")
LIMITS_SAID = term("MOP {minimum} to MOP {maximum}; smallest chip: MOP {chip}")
BET = term("Bet")
PRIZE = term("Odds paid")
WINNING = term("Probability of winning")
ADVANTAGE = term("Casino's advantage")
ROUNDS = words("{number} to decision, mean", pt="{number} até à decisão, média", zh="分出輸贏的平均{number}")
HOUSE_OPTIONS = words("Options of the gaming table", pt="Opções da mesa de jogo", zh="該博彩桌採用的選項")
OPTION = term("Option")
VALUE = term("Choice")
BASIS = term("Basis")
LEFT_OPEN = term("choice of the concessionaire: {cite}")
NEEDS_AUTHORISATION = term("subject to authorisation: {cite}")
REMARKS = term("Remarks, for information")
ALIKE = term("{family} ({count} bets)")
ALIKE_SAID = term("These {count} bets have the same prizes and probabilities and are described together: {names}.")

# 2 Description

DESCRIPTION = term("Exact description of the bets")
NEW_DESCRIBED = words(
    "New bets are described in the words of the proposal.",
    pt="As novas apostas são descritas nos termos da proposta.",
    zh="新投注項目按建議所載文字說明。",
)
DESCRIPTION_SAID = words(
    "A worked example is given for every way in which a bet can end: the shortest series of outcomes that leads there, with "
    "the minimum stake.",
    pt="Para cada desfecho possível apresenta-se um exemplo de cálculo: a sequência mais curta de resultados que a ele conduz, "
    "com a aposta mínima.",
    zh="每種投注結果均附計算示例：取導致該投注結果的最短次序，並按投注下限計算。",
)
DESCRIBED = term("Description")
MAY_BE_PLACED = term("May be placed")
ANY_TIME = term("whenever bets are accepted")
WITHDRAWN = term("May be withdrawn")
BEFORE_MOVED = words(
    "while no outcome has changed its state",
    pt="enquanto nenhum resultado lhe tiver alterado o estado",
    zh="任何結果改變其狀態之前",
)
NOT_SAID = words(
    "the articles consulted do not say", pt="os artigos consultados não o dizem", zh="所查閱的條文沒有訂明"
)
IS_DECIDED = term("Is decided")
AT_ONCE = term("by the next outcome")
AFTER_SEVERAL = plural_words(
    words(
        "after {rounds} {many} on average; the bet has {states} state",
        pt="após {rounds} {many}, em média; a aposta tem {states} estado",
        zh="平均 {rounds} {many}後；投注共有 {states} 個狀態",
    ),
    words(
        "after {rounds} {many} on average; the bet has {states} states",
        pt="após {rounds} {many}, em média; a aposta tem {states} estados",
        zh="平均 {rounds} {many}後；投注共有 {states} 個狀態",
    ),
    "states",
)
EXAMPLES = term("Worked examples")
EXAMPLES_OF = term("Worked examples: {bet}")
OUTCOMES = term("Outcomes, in order")
RESULT = term("Result of the bet")
RESULT_AND_PRIZE = term("Result of the bet and odds paid")
STAKE = term("Stake (MOP)")
RECEIVED = term("The player receives (MOP)")
NET = term("Net (MOP)")

# 3 Probabilities

PROBABILITIES = term("Probabilities (odds)")
PROBABILITIES_SAID = term(
    "For every result of a bet, the odds at which it is paid and its probability are given. Every probability is an exact "
    "fraction, computed without rounding."
)
LONG_FIGURE = term(
    "A fraction that is too long for its table is shown as a decimal after ≈; the annex of exact figures gives it in full."
)
CHANCE = term("Probability")
PERCENT = term("In percent")
ONE_IN = term("Once in")
WAYS_SAID = words(
    "The device has {total} equally likely outcomes. For a bet decided {in_one}, the probability of a result is the "
    "number of outcomes that give it, divided by {total}.",
    pt="O material de jogo pode dar {total} resultados igualmente prováveis. Numa aposta decidida {in_one}, a probabilidade "
    "de um desfecho é o número de resultados que a ele conduzem, dividido por {total}.",
    zh="以博彩用具可得出 {total} 種機會均等的結果。{in_one}即分輸贏的投注，其投注結果的機會率為導致該投注結果的結果數目除以 {total}。",
)
EQUALLY_BY = words(
    "That they are equally likely rests on {cites}.",
    pt="A igual probabilidade dos resultados assenta em: {cites}.",
    zh="各結果機會均等，依據為{cites}。",
)
WEIGHED_BY = words(
    "How these {total} outcomes are distributed rests on {cites}.",
    pt="A distribuição desses {total} resultados assenta em: {cites}.",
    zh="此 {total} 個結果的分佈，依據為{cites}。",
)
ON = term("Outcomes")
WAYS = term("Number, out of {total}")
MORE = term("{shown} … and {count} more")
MORE_IN_FILE = words(
    "{shown} … and {count} more, as the condition in the proposal file (annex) says",
    pt="{shown} … e mais {count}, segundo a condição do ficheiro da proposta (em anexo)",
    zh="{shown}……另有 {count} 項（按附件所載建議檔案的條件）",
)
OWN_ROW = words("prize “{row}”", pt="prémio «{row}»", zh="「{row}」項彩金")
"""Of a prize whose row has no name: a number there may be anything."""
STATES_SAID = words(
    "A bet that lasts {several} passes through states. Let x(s) be the probability of a given result from the state s "
    "on. Every outcome o, in w(o) of N equally likely cases, either decides the bet or leads to a state, the same or "
    "another, so that",
    pt="Uma aposta que dure {several} passa por estados. Seja x(s) a probabilidade de um dado desfecho a partir do "
    "estado s. Cada resultado o, que ocorre em w(o) de N casos igualmente prováveis, ou decide a aposta ou conduz a um "
    "estado, o mesmo ou outro, pelo que",
    zh="經{several}才分輸贏的投注會經過不同狀態。設 x(s) 為由狀態 s 起得出某投注結果的機會率。每個結果 o 在 N 種機會均等的情況中佔 w(o) 種，"
    "或令投注分出輸贏，或轉入某一狀態（包括維持不變），因此",
)
FORMULA = "x(s) = Σ w(o) / N · x(s, o),"
FORMULA_SAID = term(
    "where x(s, o) is the value of the next state, or 1 if o decides the bet with that result and 0 if it decides it "
    "otherwise. These equations have one solution, computed in whole numbers without rounding; its value at the first state "
    "is the probability stated."
)
STATES_SHOWN = term("The first {shown} of {count} states; the certificate contains all of them")
ALL_STATES = term("States ({count} in all)")
STATE = term("State")
STATE_TELLS = words("What the state says: {what}.", pt="O que o estado indica: {what}.", zh="狀態所示：{what}。")
OUTCOME_TELLS = words(
    "What is looked at in an outcome: {what}.",
    pt="O que se considera em cada resultado: {what}.",
    zh="每個結果只看：{what}。",
)
OUTCOMES_OF = words("Outcomes: {bet}", pt="Resultados: {bet}", zh="結果：{bet}")
STATES_OF = words("{caption}: {bet}", pt="{caption}: {bet}", zh="{caption}：{bet}")
NO_ITEMS = words("none", pt="nenhum", zh="無")
MOVES = term("Outcomes (number, out of {total}) → what follows")
SELECTIONS = term("Each selection")
WINS_ON = term("Wins on")

# 4 Prizes

PRIZES = term("Prizes to be paid")
PRIZES_SAID = words(
    "The prize is paid in addition to the stake, which is returned. For each prize the table shows its average as a share "
    "of the stake (its probability times the prize, less any commission), and the casino's advantage if that prize alone "
    "were one step lower or higher.",
    pt="O prémio é pago além da aposta, que é devolvida. Para cada prémio, a tabela indica o prémio médio correspondente "
    "(probabilidade × prémio, deduzida a comissão, se a houver) e a vantagem do casino se só esse prémio fosse um escalão "
    "abaixo ou acima.",
    zh="彩金在退還注碼以外另付。表內就每項彩金列出其平均派出額（機會率 × 彩金，如有抽水則已扣除）佔注碼的百分比，以及只將該項彩金減一級或"
    "加一級時的娛樂場利益。",
)
PRIZE_FOR = term("Prize for")
WINNING_ROW = term("a winning bet")
GIVES_BACK = term("Average prize")
ONE_LOWER = term("One step lower")
ONE_HIGHER = term("One step higher")
COMMISSION = term("{bet}: a commission of {rate} of the prize is deducted ({cite}).")

# 5 Advantage

ADVANTAGE_CALCULATED = term("Calculation of the casino's advantage")
ADVANTAGE_SAID = term(
    "The casino's advantage is its average gain per unit staked: the probability of each result of the bet times the "
    "player's net result, added up, with the sign reversed."
)
NETS = term("Net per unit staked")
TIMES = term("Probability × net")
SUM = term("Sum: the player's average net")
CHANGED = words("Prizes that change", pt="Prémios que mudam", zh="更改的彩金")
IN_ANNEX = term("≈ {percent} (the fraction is in the annex)")
EXACTLY = term("Casino's advantage, exact value")
PER_ROUND = words(
    "Per {one} while the stake is on the table",
    pt="Por {one} em que a aposta se mantém na mesa",
    zh="每{one}（注碼在檯期間）",
)
TIES_OUT = words("Not counting stakes that are returned", pt="Sem contar as apostas devolvidas", zh="不計退回的注碼")
AT_MINIMUM = term("For a stake of MOP {stake}, paid in chips of MOP {chip}")
HITS = term("Frequency of winning")
HITS_SAID = term("{percent}, once in {one_in} bets")
VOLATILITY = term("Standard deviation, in stakes")
WORST = term("Highest possible prize for one bet")
WORST_SAID = term("MOP {prize}, in addition to the stake of MOP {stake} ({pays}), with probability {percent}")
AT_OPTIONS = term("With the concessionaire's other choices")
SAME_AT_OPTIONS = term("the same with every choice of every option")
SIMULATED = term("Check by simulation")
SIMULATED_SAID = words(
    "{edge} ± {error} in {rounds} {many} (seed {seed}): {compared}",
    pt="{edge} ± {error} em {rounds} {many} (semente {seed}): {compared}",
    zh="{rounds} {many}得 {edge} ± {error}（種子 {seed}）：{compared}",
)
ABOVE = words(
    "{z} standard errors above the exact value",
    pt="a {z} erros-padrão acima do valor exacto",
    zh="高於精確值 {z} 個標準誤差",
)
BELOW = words(
    "{z} standard errors below the exact value",
    pt="a {z} erros-padrão abaixo do valor exacto",
    zh="低於精確值 {z} 個標準誤差",
)

# 6 Layout

LAYOUT = term("Layout of the gaming table")
LAYOUT_SAID = words(
    "The layout of the gaming table; the bets of this proposal have a dashed outline where they have a place of their own, and "
    "prizes that no place shows are below it.",
    pt="«Layout» da mesa de jogo; as apostas a que respeita a proposta estão delimitadas a tracejado quando têm lugar próprio, "
    "e os prémios que nenhum lugar indica constam do rodapé.",
    zh="博彩桌的佈局；建議所涉的投注如有本身的位置，以虛線標示；未在位置上標示的彩金列於圖下。",
)
LAYOUT_OF = term("Layout of {game} with the proposed bets: {names}")

# 7 Conditions

PUBLICATION = term("Special conditions of operation and of publication to players")
PUBLICATION_ASKED = term("The applicant proposes the following conditions; the authorisation may set others ({cite}).")
PUBLICATION_SAID = term("The following conditions are proposed.")
CONDITIONS = term("Conditions of operation")
PHASE_CONDITION = term("{bet}: may be placed {when}.")
LIMIT_CONDITION = term(
    "Each stake is a whole multiple of MOP {minimum} ({multiple}) and at most MOP {maximum} (house rule R-money-3)."
)
BLANK = "________"
"""What the applicant has not said and fills in."""
BREAKAGE_CONDITION = term("Payments are rounded down to MOP {chip} (house rule R-money-1).")
BACK_CONDITION = words(
    "A new bet may be withdrawn only where the rules of the game allow it, and only while no outcome has changed its state "
    "(reading R-proposal-1).",
    pt="Uma nova aposta só pode ser retirada quando as regras do jogo o permitam e enquanto nenhum resultado lhe tiver alterado "
    "o estado (interpretação R-proposal-1).",
    zh="新投注項目只可在該項博彩的規則容許時，並在任何結果改變其狀態之前收回（解讀R-proposal-1）。",
)
NOTICE_CONDITION = term("The notice below is displayed at every gaming table where the bets are offered.")
NOTICE = term("Publication to players")
NOTICE_SAID = term("Text proposed for the notice to players:")
NOTICE_CHANCE = term("wins once in {one_in} bets on average")
NOTICE_COMMISSION = words(
    "A commission of {rate} of the prize is deducted.",
    pt="É deduzida uma comissão de {rate} do prémio.",
    zh="另抽取彩金的 {rate} 作抽水。",
)
NOTICE_KEEPS = term("Of every MOP 100 staked, the casino keeps MOP {kept} on average.")
NOTICE_GIVES = term("Of every MOP 100 staked, the players gain MOP {kept} on average.")
NOTICE_KEEPS_UNROUNDED = words(
    "Of every MOP 100 staked, the casino keeps MOP {kept} on average, before rounding.",
    pt="De cada 100 patacas apostadas, o casino fica, em média, com {kept} patacas, antes do arredondamento.",
    zh="每下注 100 澳門元，娛樂場平均得 {kept} 澳門元（未計取整）。",
)
NOTICE_GIVES_UNROUNDED = words(
    "Of every MOP 100 staked, the players gain MOP {kept} on average, before rounding.",
    pt="De cada 100 patacas apostadas, os jogadores ganham, em média, {kept} patacas, antes do arredondamento.",
    zh="每下注 100 澳門元，博彩者平均淨贏 {kept} 澳門元（未計取整）。",
)
NOTICE_KEEPS_ROUNDED = words(
    "On stakes of MOP {stake}, the casino keeps MOP {kept} of every 100 on average.",
    pt="Em apostas de MOP {stake}, o casino fica, em média, com {kept} de cada 100 patacas.",
    zh="每注 {stake} 澳門元時，每下注 100 澳門元，娛樂場平均得 {kept} 澳門元。",
)
NOTICE_GIVES_ROUNDED = words(
    "On stakes of MOP {stake}, the players gain MOP {kept} for every 100 on average.",
    pt="Em apostas de MOP {stake}, os jogadores ganham, em média, {kept} patacas por cada 100.",
    zh="每注 {stake} 澳門元時，每下注 100 澳門元，博彩者平均淨贏 {kept} 澳門元。",
)
NOTICE_PLACED = term("May be placed {when}.")

# 8 Annexes

ANNEX = term("Annexes")
COMPARISON = words(
    "Comparison with the other bets of the table",
    pt="Comparação com as outras apostas da mesa",
    zh="與該檯其他投注的比較",
)
COMPARISON_SAID = term(
    "All bets of the gaming table with the options chosen, from the lowest casino's advantage to the highest. Equal bets of "
    "one kind share a row."
)
CLAUSE = term("Provision")
CHART = term("Casino's advantage of each bet, as a percentage of the stake")
CERTIFICATE = term("Verification of the figures")
CERTIFICATE_SAID = term(
    "The JSON version of this document contains a certificate: for every bet, the full table of states and outcomes in whole "
    "numbers, and the solution of its equations. Any figure can be checked without the program that computed it:"
)
CERTIFICATE_COMMAND = "banca-verify certificate dossier.json"
CERTIFICATE_TOOL = term(
    "The checker (banca_verify/certificate.py in the package Banca) is one page of Python that needs nothing else. It puts "
    "the solution into every equation, compares every figure, and prints “verified” or the row that does not agree."
)
CERTIFICATE_DIGEST = term("SHA-256 of the certificate (JSON, sorted keys)")
CLAUSES_ANNEX = term("Provisions and readings")
CLAUSES_SAID = term(
    "The provisions on which the figures are based, in summary; only the text published in the Official Gazette is "
    "authentic. A number that begins with R- is a reading, adopted where the text is silent or unclear."
)
FILE_ANNEX = term("Proposal file")
FILE_SAID = words(
    "The figures of the proposed bets are computed from this file, and from the limits and options in section 1.",
    pt="Os valores relativos às apostas propostas são calculados a partir deste ficheiro e dos limites e opções da secção 1.",
    zh="本文件就建議的投注所列的數值，均按此檔案及第 1 部分所列的限制及選擇計算得出。",
)
SEEN_OF_IT = words(
    "What was consulted of {regulation}", pt="O que se consultou do {regulation}", zh="{regulation}中已查閱的部分"
)
FILE_ESCAPED = term(
    "No Chinese font was available when this was printed: Chinese characters are shown as their Unicode numbers."
)
FIGURES_ANNEX = term("Exact figures")
FIGURES_SAID = term("The figures whose fractions are too long for the tables above.")
CHINESE = words("Chinese", pt="chinês", zh="中文")
