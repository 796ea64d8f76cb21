package traceglass.analysis.profiles;

import java.util.Locale;

/// User-visible strings for profiles without times: sources and measures of flame graphs.
final class ProfileTexts {

    private ProfileTexts() {}

    /// Returns the title of the profiles of a kind of file: `pprof profile` for `pprof_file`.
    static String source(String scope) {
        return switch (scope) {
            case "collapsed_stack_file" -> "Collapsed stacks";
            case "cpuprofile_file" -> "V8 CPU profile";
            case "heapprofile_file" -> "V8 heap profile";
            case "jfr_file" -> "JFR profile";
            case "perf_text_file" -> "perf script samples";
            case "dhat_file" -> "DHAT profile";
            case "austin_file" -> "Austin profile";
            case "stackprof_file" -> "stackprof profile";
            case "" -> "Profile";
            default -> {
                String name = scope.replaceFirst("_file$", "").replace('_', ' ').strip();
                yield (name.isEmpty() ? "Other" : name) + " profile";
            }
        };
    }

    /// Returns the title of a measure: `Alloc space` for `alloc_space`.
    ///
    /// @param number position among measures of this type, from 1
    static String measure(String type, int number) {
        String name = type.replace('_', ' ').replace('-', ' ').strip();
        name = name.isEmpty() ? "Value" : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        return number == 1 ? name : name + " (" + number + ")";
    }
}
