# Completion of parlour for fish: source this, or put it into ~/.config/fish/completions.
# The program itself says what fits; ":files" stands for the names of files.
function __parlour_complete
    set -l last (commandline -ct)
    set -l words (commandline -opc)
    for line in ($words[1] complete $words[2..-1] "$last" 2>/dev/null)
        if test "$line" = :files
            set -l flag (string match -r -- '^--[^=]*=' "$last")
            for file in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$last"))
                echo -- "$flag$file"
            end
        else
            echo -- $line
        end
    end
end
complete -c parlour -f -a '(__parlour_complete)'
