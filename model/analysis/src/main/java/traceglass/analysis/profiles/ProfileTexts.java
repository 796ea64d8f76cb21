package traceglass.analysis.profiles;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;

/// User-visible strings for profiles without times: sources and measures of flame graphs.
final class ProfileTexts {

    private ProfileTexts() {}

    /// Returns the title of the profiles of a kind of file: `pprof profile` for `pprof_file`.
    static String source(String scope) {
        return switch (scope) {
            case "collapsed_stack_file" -> tr("Collapsed stacks");
            case "cpuprofile_file" -> tr("V8 CPU profile");
            case "heapprofile_file" -> tr("V8 heap profile");
            case "jfr_file" -> tr("JFR profile");
            case "perf_text_file" -> tr("perf script samples");
            case "dhat_file" -> tr("DHAT profile");
            case "austin_file" -> tr("Austin profile");
            case "stackprof_file" -> tr("stackprof profile");
            case "" -> tr("Profile");
            default -> {
                String name = scope.replaceFirst("_file$", "").replace('_', ' ').strip();
                yield tr("{0} profile", name.isEmpty() ? tr("Other") : name);
            }
        };
    }

    /// Returns the title of a measure: `Alloc space` for `alloc_space`.
    ///
    /// @param number position among measures of this type, from 1
    static String measure(String type, int number) {
        String name = type.replace('_', ' ').replace('-', ' ').strip();
        name = name.isEmpty() ? tr("Value") : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        return number == 1 ? name : name + " (" + number + ")";
    }
}
