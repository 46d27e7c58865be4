# fish completion of assay; written by `assay help --completion fish`
function __assay_offers
    set -l typed (commandline -opc) (commandline -ct)
    $typed[1] help --complete -- $typed[2..-1] 2>/dev/null
end
complete -c assay -f -n 'count (__assay_offers) >/dev/null' -a '(__assay_offers)'
