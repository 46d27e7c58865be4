#!/bin/sh
# A candidate that misbehaves as it is told: faulty.sh MODE. Its good answer is the last three digits of the seed, in
# thousandths, so that an answer to another request is seen.
mode=$1
folder=$2

answer() { # answer SEED
    last=$(printf %s "$1" | tail -c 3)
    printf '{"scores": [{"output": "%s", "value": 0.%03d}]}\n' faulty "$((1$last - 1000))"
}

case $mode in
exit-at-start) exit 3 ;;
crash-at-start) kill -SEGV $$ ;;
hang-at-start) exec sleep 1000 ;;
deaf) exec <&- && exec sleep 1000 ;;
talkative) echo "ready" ;;
polite) echo start >>"$folder/starts" ;;
esac

while read -r line; do
    seed=${line##*\"seed\": }
    seed=${seed%%[!0-9]*}
    case $line in
    *'"op": "describe"'*)
        case $mode in
        garbage-at-start) echo "hello"; continue ;;
        alike) echo '{"outputs": ["a b", "c", "a-b"]}'; continue ;;
        deafened) exec <&-; echo '{"outputs": ["faulty"]}'; exec sleep 1000 ;; # what is written to it has no reader
        device-file) echo '{"outputs": ["x"], "files": ["/dev/zero"]}'; continue ;;
        pipe-file) mkfifo "$folder/pipe"; echo "{\"outputs\": [\"x\"], \"files\": [\"$folder/pipe\"]}"; continue ;;
        many-outputs) echo "{\"outputs\": [$(seq -s, -f '"x%g"' 1001)]}"; continue ;;
        many-files) echo "{\"outputs\": [\"x\"], \"files\": [$(seq -s, -f '"x%g"' 1001)]}"; continue ;;
        long-name) echo "{\"outputs\": [\"$(printf '%01001d' 0)\"]}"; continue ;;
        null-item | nan-item | mean)
            echo '{"name": "faulty", "outputs": [{"name": "faulty", "axis": "factor"}]}'; continue ;;
        pair)
            echo '{"name": "faulty", "measures": ["modularity"], "outputs": ["left", {"name": "right"}]}'; continue ;;
        random) echo '{"name": "faulty", "deterministic": false, "outputs": ["faulty"]}'; continue ;;
        esac
        echo '{"name": "faulty", "measures": ["compactness"], "outputs": [{"name": "faulty", "axis": "overall"}]}'
        continue ;;
    *'"op": "bye"'*)
        [ "$mode" = stubborn ] && exec sleep 1000
        [ "$mode" = polite ] && echo bye >>"$folder/byes"
        exit 0 ;;
    esac
    case $mode in
    crash) echo "about to fall" >&2; kill -SEGV $$ ;;
    exit) exit 3 ;;
    exit-well) exit 0 ;;
    hang) sleep 1000 ;;
    unreaped) : >"$folder/child"; tail -f "$folder/child" & exit 4 ;; # its child holds the pipe
    family) : >"$folder/child"; tail -f "$folder/child" & wait ;;     # and must be killed with it
    daemon) : >"$folder/child"; setsid tail -f "$folder/child" >/dev/null 2>&1 & sleep 0.1; exit 4 ;;
    swarm)
        : >"$folder/child"
        for k in $(seq 200); do tail -f "$folder/child" >/dev/null 2>&1 & done
        exit 4 ;;
    closed) : >"$folder/child"; tail -f "$folder/child" >/dev/null 2>&1 & exec <&- >&- 2>&-; sleep 1000 ;;
    parricide) if [ $$ -eq 2 ]; then kill -TERM $PPID; kill -KILL $PPID; fi; answer "$seed" ;;
    garbage) echo "0.5 points" ;;
    binary) printf '{"scores"\000: 1}\n' ;;
    twice) both=$(answer "$seed"; answer "$seed"); printf '%s\n' "$both" ;;
    endless) exec tr '\000' x </dev/zero ;;
    late) # on even seeds
        case $seed in *[02468]) exec sleep 1000 ;; esac
        answer "$seed" ;;
    afterwards) answer "$seed"; sleep 0.02; answer 123 ;; # says more when the answer is long taken
    dies-between) answer "$seed"; exit 0 ;;
    falls-between) answer "$seed"; kill -SEGV $$ ;;
    second) [ "$n" ] && kill -ABRT $$; n=1; answer "$seed" ;; # only a process's second request kills it
    leak) awk 'BEGIN { for (;;) { n++; a[n] = n } }'; exit $? ;;
    nan) echo '{"scores": [{"output": "faulty", "value": NaN}]}' ;;
    no-value) echo '{"scores": [{"output": "faulty"}]}' ;;
    undefined-factor)
        echo '{"undefined": {"word": "constant-factor", "factor": 1, "text": "factor # is constant, # times"}}' ;;
    escapes) printf '%s\n' '{"error": "no\u001b[31mred\n"}' ;;
    size)
        file=${line#*\"factors\": \"}
        echo "{\"scores\": [{\"output\": \"faulty\", \"value\": $(wc -c <"${file%%\"*}")}]}" ;;
    latin) printf 'caf\351 \303\251\n' ;;
    null-item) echo '{"scores": [{"output": "faulty", "items": [0.25, null], "reasons": [null, "one-code: alone"]}]}' ;;
    nan-item) echo '{"scores": [{"output": "faulty", "items": [0.25, nan]}]}' ;;
    mean) echo '{"scores": [{"output": "faulty", "items": [0.25, 0.75]}]}' ;;
    pair) echo '{"scores": [{"output": "right", "value": 1}, {"output": "left", "value": 0}]}' ;;
    chatty) i=0; while [ $i -lt 3000 ]; do echo "line $i of many that nobody reads at once" >&2; i=$((i + 1)); done
        answer "$seed" ;;
    *) answer "$seed" ;;
    esac
done
