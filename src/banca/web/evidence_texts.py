"""What the pages say of receipts, the log and its witnesses."""

from banca.rulebook import Given, words

RECEIPTS: dict[str, Given] = {
    "own": words("Your receipts", pt="Os seus recibos", zh="您的收據"),
    "told": words(
        "They prove what you did here, even against the house.",
        pt="Provam o que aqui fez, até contra a casa.",
        zh="可證明您在此的操作，即使對娛樂場亦然。",
    ),
    "more": words("How to check a receipt", pt="Como verificar um recibo", zh="如何核對收據"),
    "save_all": words("Save all as a file", pt="Guardar todos num ficheiro", zh="全部存成檔案"),
    "forget": words("Delete all here", pt="Apagar todos aqui", zh="全部刪除"),
    "none": words(
        "None yet. They are kept in this browser.",
        pt="Ainda nenhum. Ficam guardados neste navegador.",
        zh="暫無。收據存於此瀏覽器。",
    ),
    "picture": words("Receipt as a QR code", pt="Recibo em código QR", zh="收據 QR 碼"),
    "picture_told": words(
        "It holds the proof without the text of the entry. Scan it with a phone and keep the text that begins with BANCA1.",
        pt="Contém a prova sem o texto do registo. Leia-o com um telemóvel e guarde o texto que começa por BANCA1.",
        zh="內含證明而不含記項內容。請以手機掃描並保存以 BANCA1 開頭的文字。",
    ),
}

STANDINGS: dict[str, Given] = {
    "receipt_good": words(
        "Checked here: it is in the log, and the log is signed.",
        pt="Verificado aqui: consta do registo de transparência, que está assinado.",
        zh="已在此核對：已記入透明日誌，該日誌已簽署。",
    ),
    "receipt_unsigned": words(
        "It is in the log. This browser cannot check the signature; save the file and check it elsewhere.",
        pt="Consta do registo de transparência. Este navegador não consegue verificar a assinatura; guarde o ficheiro e verifique-o noutro lado.",
        zh="已記入透明日誌。此瀏覽器無法核對簽署；請存檔後於他處核對。",
    ),
    "receipt_unchecked": words(
        "Not checked: this browser can do so only over HTTPS or on this machine.",
        pt="Não verificado: este navegador só o faz por HTTPS ou nesta máquina.",
        zh="未核對：此瀏覽器只能經 HTTPS 或在本機核對。",
    ),
    "receipt_bad": words(
        "A receipt does NOT hold. Save it and show it to the regulator.",
        pt="Um recibo NÃO confere. Guarde-o e mostre-o à entidade reguladora.",
        zh="有收據不符。請存檔並交予監管機構。",
    ),
    "receipt_other_key": words(
        "The log is signed with another key than before. Ask the house why, and compare the key with a witness.",
        pt="O registo de transparência está assinado com outra chave. Pergunte à casa porquê e compare a chave com uma testemunha.",
        zh="透明日誌以另一密鑰簽署。請向娛樂場查詢原因，並與見證方核對密鑰。",
    ),
    "receipt_no_room": words(
        "This browser has no room for receipts. Save them as files.",
        pt="Este navegador não tem espaço para recibos. Guarde-os em ficheiros.",
        zh="此瀏覽器沒有空間存放收據。請存成檔案。",
    ),
    "receipt_sure": words("Delete? Press again", pt="Apagar? Prima outra vez", zh="確定刪除？請再按一次"),
    "receipt_save": words("Save receipt", pt="Guardar recibo", zh="儲存收據"),
    "receipt_picture": words("QR code of receipt", pt="Código QR do recibo", zh="收據 QR 碼"),
    "receipt_picture_of": words(
        "QR code of the receipt of entry {seq} of {table}",
        pt="Código QR do recibo do registo {seq} de {table}",
        zh="{table} 第 {seq} 項的收據 QR 碼",
    ),
}

EVIDENCE: dict[str, Given] = {
    "title": words("Evidence", pt="Provas", zh="證據"),
    "card": words(
        "The signed log of everything that happened here, who outside has seen it, and how to check a receipt.",
        pt="O registo de transparência, assinado, de tudo o que aqui aconteceu, quem de fora o viu, e como verificar um recibo.",
        zh="本處一切事項的已簽署透明日誌、外界見證情況，以及核對收據的方法。",
    ),
    "intro": words(
        "Every entry of every journal of this house stands in one log that only grows. After each change the house signs how large the log is and what it contains. Whoever holds such a signature, or a receipt, notices if anything before it is changed or taken away.",
        pt="Cada registo de cada diário desta casa consta de um registo de transparência que só cresce. Depois de cada alteração a casa assina o tamanho e o conteúdo deste. Quem tiver uma dessas assinaturas, ou um recibo, dá conta se algo anterior for alterado ou retirado.",
        zh="本娛樂場各日誌的每項記錄均列入一份只增不減的透明日誌。每次變更後，娛樂場均簽署透明日誌的大小及內容。持有該簽署或收據者，均可察覺先前內容有否被改動或刪去。",
    ),
    "no_log": words(
        "This house keeps no signed log.",
        pt="Esta casa não mantém registo de transparência assinado.",
        zh="本娛樂場未設已簽署的透明日誌。",
    ),
    "log": words("The log", pt="O registo de transparência", zh="透明日誌"),
    "origin": words("Name", pt="Nome", zh="名稱"),
    "key": words("Public key", pt="Chave pública", zh="公鑰"),
    "key_told": words(
        "Compare it with what a witness or the regulator tells you, not with this page alone.",
        pt="Compare-a com o que lhe diz uma testemunha ou a entidade reguladora, não só com esta página.",
        zh="請與見證方或監管機構所提供者核對，勿只憑本頁。",
    ),
    "size": words("Entries", pt="Registos", zh="項數"),
    "checkpoint": words("Newest checkpoint", pt="Ponto de controlo mais recente", zh="最新檢查點"),
    "cosigned": words(
        "Newest checkpoint with witnesses", pt="Ponto de controlo mais recente com testemunhas", zh="最新經見證的檢查點"
    ),
    "save": words("Save", pt="Guardar", zh="儲存"),
    "witnesses": words("Witnesses", pt="Testemunhas", zh="見證方"),
    "witnesses_told": words(
        "A witness runs elsewhere. It remembers how far the log has gone and signs only what adds to it.",
        pt="Uma testemunha funciona noutro lado. Recorda até onde foi o registo de transparência e só assina o que se lhe acrescenta.",
        zh="見證方在他處運作，記住透明日誌的進度，並只簽署在其上增加的內容。",
    ),
    "no_witnesses": words(
        "This house names no witness. Its log then convinces only those who hold a checkpoint or a receipt.",
        pt="Esta casa não indica nenhuma testemunha. O registo de transparência convence assim apenas quem tiver um ponto de controlo ou um recibo.",
        zh="本娛樂場未有見證方。其透明日誌因此只能令持有檢查點或收據者信服。",
    ),
    "witness": words("Witness", pt="Testemunha", zh="見證方"),
    "seen": words("has signed {size} entries", pt="assinou {size} registos", zh="已簽署 {size} 項"),
    "seen_at": words("Signed at, Macau time", pt="Assinado em, hora de Macau", zh="簽署時間（澳門時間）"),
    "standing": words("State", pt="Estado", zh="狀況"),
    "never": words("nothing yet", pt="ainda nada", zh="尚未"),
    "check": words("Check a receipt", pt="Verificar um recibo", zh="核對收據"),
    "check_told": words(
        "Choose a receipt that you saved. It is checked in your browser and sent nowhere. This page comes from the house: for real doubt use the checker of one file, on your own machine.",
        pt="Escolha um recibo que guardou. É verificado no seu navegador e não é enviado a ninguém. Esta página vem da casa: em caso de dúvida séria use o verificador de um só ficheiro, na sua própria máquina.",
        zh="請選擇已儲存的收據。核對在您的瀏覽器內進行，不會傳送。本頁由娛樂場提供：如有重大疑問，請在自己的電腦使用單檔核對程式。",
    ),
    "file": words("Receipt file", pt="Ficheiro do recibo", zh="收據檔案"),
    "elsewhere": words("Without this page", pt="Sem esta página", zh="不經本頁"),
    "elsewhere_told": words(
        "The checker is one short Python file that knows nothing of this house:",
        pt="O verificador é um só ficheiro curto em Python que nada sabe desta casa:",
        zh="核對程式為單一簡短的 Python 檔案，與本娛樂場無關：",
    ),
    "run": words("Run a witness", pt="Ter uma testemunha", zh="設立見證方"),
    "run_told": words(
        "A regulator, a test house or another operator watches this log with one command; the house then names the witness's key at its start.",
        pt="Uma entidade reguladora, um laboratório ou outro operador vigia este registo de transparência com um comando; a casa indica depois a chave da testemunha ao iniciar.",
        zh="監管機構、測試機構或其他營運者以一個指令即可見證本透明日誌；娛樂場其後於啟動時列明見證方的公鑰。",
    ),
    "look_told": words(
        "Where nobody can reach the witness, it looks by itself, for example every five minutes:",
        pt="Se ninguém puder chegar à testemunha, é ela que olha, por exemplo de cinco em cinco minutos:",
        zh="如外界無法連接見證方，可由其自行查看，例如每五分鐘一次：",
    ),
    "docs": words(
        "docs/evidence.md explains what all this proves and what it does not.",
        pt="docs/evidence.md explica o que tudo isto prova e o que não prova.",
        zh="docs/evidence.md 說明以上各項能證明及不能證明甚麼。",
    ),
    "is_split": words(
        "A witness has seen another log than this one, or more of it. Entries were changed or taken away, or two houses sign with one key. Keep your receipts and tell the regulator.",
        pt="Uma testemunha viu um registo de transparência diferente deste, ou mais do que este tem. Foram alterados ou retirados registos, ou duas casas assinam com uma só chave. Guarde os seus recibos e avise a entidade reguladora.",
        zh="有見證方所見的透明日誌與此不同，或比此更長。記錄曾被改動或刪去，或有兩處以同一密鑰簽署。請保存收據並通知監管機構。",
    ),
}

TROUBLES: dict[str, Given] = {
    "": words("agrees", pt="concorda", zh="相符"),
    "away": words("does not answer now", pt="não responde agora", zh="現時沒有回應"),
    "stranger": words(
        "does not know this log or its key",
        pt="não conhece este registo de transparência ou a sua chave",
        zh="不認識本透明日誌或其密鑰",
    ),
    "bad_answer": words("answered something unreadable", pt="deu uma resposta ilegível", zh="回應無法讀取"),
    "ahead": words(
        "has signed more of this log than there is: entries are missing",
        pt="assinou mais deste registo de transparência do que existe: faltam registos",
        zh="所簽署的透明日誌比現有者長：有記錄遺失",
    ),
    "contradicts": words(
        "has signed another log under this name: entries were changed",
        pt="assinou outro registo de transparência com este nome: foram alterados registos",
        zh="曾簽署同名的另一透明日誌：有記錄被改動",
    ),
}

CHECKED: dict[str, Given] = {
    "checked_good": words(
        "{table}, entry {seq}: it is in the log of {size} entries that {origin} signed.",
        pt="{table}, registo {seq}: consta do registo de transparência de {size} registos que {origin} assinou.",
        zh="{table} 第 {seq} 項：已列入 {origin} 簽署、共 {size} 項的透明日誌。",
    ),
    "checked_unsigned": words(
        "{table}, entry {seq}: it is in a log of {size} entries. This browser cannot check the signature.",
        pt="{table}, registo {seq}: consta de um registo de transparência de {size} registos. Este navegador não consegue verificar a assinatura.",
        zh="{table} 第 {seq} 項：已列入共 {size} 項的透明日誌。此瀏覽器無法核對簽署。",
    ),
    "checked_witness": words("Signed by {name}, {at}.", pt="Assinado por {name}, {at}.", zh="{name} 已簽署，{at}。"),
    "unchecked": words(
        "This browser can check receipts only over HTTPS or on this machine.",
        pt="Este navegador só verifica recibos por HTTPS ou nesta máquina.",
        zh="此瀏覽器只能經 HTTPS 或在本機核對收據。",
    ),
    "unreadable": words("This is not a receipt.", pt="Isto não é um recibo.", zh="這不是收據。"),
    "body": words(
        "{table}, entry {seq}: the text is not the one that was logged.",
        pt="{table}, registo {seq}: o texto não é o que foi registado.",
        zh="{table} 第 {seq} 項：內容與所記錄者不符。",
    ),
    "signature": words(
        "{table}, entry {seq}: it is not signed with this log's key.",
        pt="{table}, registo {seq}: não está assinado com a chave deste registo de transparência.",
        zh="{table} 第 {seq} 項：並非以本透明日誌的密鑰簽署。",
    ),
    "origin": words(
        "{table}, entry {seq}: it is of another log.",
        pt="{table}, registo {seq}: é de outro registo de transparência.",
        zh="{table} 第 {seq} 項：屬另一透明日誌。",
    ),
    "proof": words(
        "{table}, entry {seq}: it is not in the log that was signed.",
        pt="{table}, registo {seq}: não consta do registo de transparência assinado.",
        zh="{table} 第 {seq} 項：不在已簽署的透明日誌內。",
    ),
}
