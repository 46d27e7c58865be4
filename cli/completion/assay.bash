# bash completion of assay; written by `assay help --completion bash`
# bash cuts words at "=", ":" and "@", too: the typed words are put together again from the line, and of each offer what
# bash keeps is cut off; it keeps what stands before an "@", and up to the others.
_assay() {
    local rest=${COMP_LINE:0:COMP_POINT} typed=() word n=-1 k head= one open=1
    for ((k = 0; k <= COMP_CWORD; k++)); do
        word=${COMP_WORDS[k]}
        if [ -z "$COMP_LINE" ] || [ $n -lt 0 ] || [[ $rest == [[:blank:]]* ]]; then
            n=$((n + 1)) typed[n]= rest=${rest#"${rest%%[![:blank:]]*}"}
        fi
        [ $k -lt $COMP_CWORD ] || [ -z "$COMP_LINE" ] || word=$rest
        typed[n]+=$word rest=${rest#"$word"}
    done
    local breaks=${COMP_WORDBREAKS//[^=@:]/} current=${typed[n]}
    [ -z "$breaks" ] || [[ $current != *[$breaks]* ]] || head=${current%"${current##*[$breaks]}"}
    head=${head%@}
    COMPREPLY=()
    while IFS= read -r one; do
        one=${one%%$'\t'*} COMPREPLY+=("${one#"$head"}")
        [[ $one == *[=:@] ]] || open=
    done < <("${COMP_WORDS[0]/#\~/$HOME}" help --complete -- "${typed[@]:1}" 2>/dev/null)
    [ -z "$open" ] || [ ${#COMPREPLY[@]} -eq 0 ] || compopt -o nospace 2>/dev/null
}
complete -o default -F _assay assay
