#!/bin/sh
# Every command of README.md and docs/*.md: those of README, first-hour and protocol run in test_readme.sh and test_protocol.sh, scripts
# of cluster.md in tests/cluster; those of make are looked up. The others run here, on small files of the names that pages give. What
# takes minutes is cut to a shard, a scenario, a metric or twenty evaluations; of an audit that takes a minute options are looked up.
. tests/cli/tap.sh
. tests/python/interpreter.sh
minutes='^\./assay audit .*(--held-out|--hunt)'
commands() { sed -nE '/^ {4,7}([A-Z]+=[^ ]+ )*(\.\/assay|make|sh|cc|gcc|mkdir|for|\/usr\/bin\/time) /{s/^ *//; s/ +# .*//; p;}' "$@"; }
check "first-hour.md, protocol.md and README have no other than are run there" same "$(commands README.md docs/first-hour.md docs/protocol.md |
    grep -cv '^make ')" 36
commands README.md docs/*.md | sed -n "s/^make //p" | sed "s/='[^']*'/=x/g" | tr ' ' '\n' | sort -u | while read -r word; do
    case $word in *=*) grep -q "[(,]${word%%=*}[),]" Makefile ;; *) grep -qE "^([a-z-]+ )*$word( [a-z-]+)*:" Makefile ;; esac || echo "$word"
done >"$dir/unknown"
for word in $(commands docs/cluster.md | grep -oE 'examples/[a-z/]*\.sh|[A-Z]+='); do
    [ -f "$word" ] || grep -q "${word%=}" examples/cluster/slurm.sh || echo "$word"
done >>"$dir/unknown"
# In text, too, each command has its options.
{ commands docs/*.md | grep -E "$minutes"; grep -ohE '`\./assay [a-z]+[^`]*`' README.md docs/*.md | tr -d '`'; } >"$dir/text"
while read -r _ command rest; do
    "$assay" help "$command" >"$dir/help" 2>&1 || echo "$command"
    for option in $(echo "$rest" | grep -oE -e '(^| )--[a-z-]+'); do grep -q -e "$option\b" "$dir/help" || echo "$command $option"; done
done <"$dir/text" >>"$dir/unknown"
check "there are a target, a variable, a script, a command and an option of each name" same "$(cat "$dir/unknown")" ""
check "no command is on the PATH" same "$(cat README.md docs/*.md | grep -cE '^ {4,7}assay |&& assay |`assay [a-z]')" 0
needs_numpy "the commands of docs/"
mkdir "$dir/tree" && cp -r docs examples "$dir/tree" && cd "$dir/tree" && ln -s "$assay" assay || exit 99
mkdir -p lab out/quick disentanglement_lib/evaluation/metrics && "$python" - <<'P'
import numpy as np
rng = np.random.default_rng(0)
v, on, W = rng.random((200, 3)), rng.random((400, 4)) < .3, np.linalg.qr(rng.normal(size=(8, 8)))[0][:4]
with open("lab/manifest.csv", "w") as out:
    print("path,group,seed,beta", file=out)
    for k in range(12):
        np.savez(f"lab/{k}.npz", factors=v, codes=v + .1 * (1 + k % 2) * rng.normal(size=v.shape))
        print(f"{k}.npz,{('vae', 'tcvae')[k % 2]},{k // 4},{k // 2 % 2}", file=out)
np.savez("mine.npz", factors=v, codes=v), np.savez("wide.npz", factors=v, codes=rng.random((200, 1200)))
z = on * (1 + rng.random(on.shape))
one = dict(factors=on, directions=W, true_directions=W, activations=z @ W + .5, bias=np.full(8, .5))
np.savez("sae.npz", codes=z, **one), np.savez("z.npz", codes=z)
for file, name in zip(("on", "W", "known", "x", "b"), one):
    np.save(f"{file}.npy", one[name])
with open("lab.csv", "w") as out:
    print("model,codes,factors,directions,true_directions,activations,bias,group,seed,order", file=out)
    for k in range(4):
        np.save(f"z{k}.npy", z * (rng.random(z.shape) < .9 - .1 * k))
        print(f"{k},z{k}.npy,on.npy,W.npy,known.npy,x.npy,b.npy,{('topk', 'jumprelu')[k // 2]},{k % 2},1", file=out)
P
cat >metrics.py <<'P' # stand-ins, which differ
def gaps(codes, factors, discrete_latents=False): return {"mig": float(len(codes))}
def factor_vae(codes, factors): return {"eval_accuracy": 0.5}
P
sed 's/\<gap\>/compute_mig/' examples/metric.py >disentanglement_lib/evaluation/metrics/mig.py
"$assay" run quick --scenarios noise --metrics modularity --seeds 0:5 --samples 200 --db out/quick/scores.db 2>"$dir/err"
for page in $(ls docs/*.md | grep -vE 'first-hour|protocol'); do
    rm -f lab.db
    commands "$page" | grep -vE "$minutes|^make |^([A-Z]+=[^ ]* )*sh " >lines
    while IFS= read -r line; do
        cut=$(echo "$line" | sed -E 's/--shard [^ ]*//; /--until-decided/!s/(assay run [^&]*)( &&|$)/\1 --shard 1\/3000\2/
            /dsprites/s/3000/300/; s/(--until-decided.*)/\1 --scenarios noise --metrics mig --samples 100/; s/--evaluations [0-9]+/--evaluations 20/
            s/hunt (all|cost:cheap|python:[^ ]*)/hunt mig/; /assay hunt [^-]/{/--evaluations/!s/$/ --evaluations 20/; }
            /study lab.manifest/s/$/ --metrics mig,mcc/; /assay audit/s/$/ --scenarios noise --seeds 0:2 --compare mig --no-page/
            /assay validate/{/--scenarios/!s/$/ --scenarios noise -n 60/; }')
        want=0
        case $line in *" validate python:metrics"* | *" validate python:disent"*) want=1 ;; # a shard of the bank has too few pairs:
        *" advise "* | *" report --db out/bank.db"*) want=3 ;; esac
        check "${page#docs/}: $cut" exits $want sh -c "$cut"
    done <lines
done
cd / || exit 99
done_testing
