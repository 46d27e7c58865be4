"""Types lines into an interactive bash or zsh, each with a Tab at its end, and prints what becomes of them."""
import os, pty, select, sys, time

shell, completions, folder = sys.argv[1], sys.argv[2], sys.argv[3]
lines = sys.stdin.read().splitlines()
out = os.path.join(folder, "typed." + shell)
bash = r"""
PS1='READY> '
. '%s'
show() { printf '%%s\n' "$READLINE_LINE" >>'%s'; READLINE_LINE= READLINE_POINT=0; }
bind -x '"\C-g": show'
""" % (completions, out)
zsh = r"""
PS1='READY> '
fpath=('%s' $fpath)
autoload -Uz compinit && compinit -D -u
unsetopt beep
show() { print -r -- "$BUFFER" >>'%s'; BUFFER= }
zle -N show && bindkey '^G' show
""" % (os.path.dirname(completions), out)
setup = os.path.join(folder, "setup." + shell)
open(setup, "w").write(bash if shell == "bash" else zsh)
if os.path.exists(out): os.remove(out)
words = ["bash", "--noprofile", "--rcfile", setup, "-i"] if shell == "bash" else ["zsh", "-f", "-i"]
process, fd = pty.fork()
if process == 0:
    os.environ.update(TERM="dumb", HISTFILE="/dev/null", HOME=folder)
    os.chdir(folder)
    os.execvp(words[0], words)

def wait(done, seconds=60):
    got, end = b"", time.time() + seconds
    while time.time() < end and not done(got):
        if select.select([fd], [], [], 0.05)[0]:
            try: got += os.read(fd, 65536)
            except OSError: break
    return got

if shell == "zsh":
    wait(lambda got: len(got) > 0)
    os.write(fd, ("source '%s'\n" % setup).encode())
wait(lambda got: b"READY> " in got)
def written(): return open(out).read().splitlines() if os.path.exists(out) else []
for k, line in enumerate(lines):
    os.write(fd, line.encode() + b"\t\x07")
    wait(lambda got: len(written()) > k, 30)
os.write(fd, b"exit\n")
wait(lambda got: False, 0.2)
os.close(fd)
print("\n".join(line.rstrip() for line in written()))
