package traceglass.app.fleet.value;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Guesses labels from the paths of traces: `main/run-3.json` has a folder and an iteration.
public final class PathLabels {

    private static final Pattern NUMBERED = Pattern.compile(".*[-_](\\d+)(\\.[A-Za-z][\\w.-]*)");

    private PathLabels() {}

    /// Returns a pattern for [traceglass.engine.fleet.source.FleetLabels], or an empty string.
    ///
    /// @param paths paths relative to the folder, with any separator
    public static String guess(List<String> paths) {
        List<String> names = paths.stream().map(p -> p.replace('\\', '/')).toList();
        if (names.isEmpty()) {
            return "";
        }
        Set<String> folders = names.stream()
                .filter(n -> n.indexOf('/') > 0)
                .map(n -> n.substring(0, n.lastIndexOf('/')))
                .map(n -> n.substring(n.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());
        boolean areAllInFolders = names.stream().allMatch(n -> n.indexOf('/') > 0);
        String folder = areAllInFolders && folders.size() > 1 ? "{folder}/" : "";
        Set<String> extensions = names.stream().map(PathLabels::extension).collect(Collectors.toSet());
        String extension = extensions.size() == 1 ? extensions.iterator().next() : "";
        return !extension.isEmpty() ? folder + "*" + extension : folder.isEmpty() ? "" : folder + "*";
    }

    /// Returns the pattern for the end of a name that ends with a number and an extension; empty for other names.
    private static String extension(String path) {
        Matcher m = NUMBERED.matcher(path.substring(path.lastIndexOf('/') + 1));
        if (!m.matches()) {
            return "";
        }
        return m.group().charAt(m.start(1) - 1) + "{iteration}" + m.group(2);
    }
}
