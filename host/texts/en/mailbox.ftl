# The local mailbox page.

## The local mailbox

mailbox-title = Mailbox
mailbox-lead = No mail server is set, so every mail of this host lands here. Newest first.
mailbox-empty = No mail yet. Ask for a sign-in link and it will be here.
mailbox-none = No mail fits. Choose somebody else, or all.
mailbox-everybody = Everybody
mailbox-game = About the game
mailbox-every-game = All games and what is about none
mailbox-filter = Show these
mailbox-back = All mail
mailbox-from = From
mailbox-to = To
mailbox-date = Date
mailbox-subject = Subject
mailbox-html = As HTML
mailbox-text = As text
mailbox-html-frame = The mail as HTML
mailbox-gone = There is no such mail.
mailbox-unreadable = This file in the mailbox folder cannot be read as a mail.
