#compdef assay
# zsh completion of assay; written by `assay help --completion zsh`
_assay() {
    local -a open whole
    local one
    for one in "${(@f)$("${words[1]/#\~/$HOME}" help --complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        one=${one%%$'\t'*}
        case $one in '') ;; *[=:@]) open+=("$one") ;; *) whole+=("$one") ;; esac
    done
    (( $#open + $#whole )) || { _files; return }
    (( $#open )) && compadd -S '' -- $open
    (( $#whole )) && compadd -- $whole
    return 0
}
if [ "$funcstack[1]" = _assay ]; then _assay "$@"; else compdef _assay assay; fi
