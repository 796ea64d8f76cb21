package traceglass.app.update;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A version in a channel.
///
/// @param version version and commit, such as `1.2-0a1b2c3d4`
/// @param date date of the commit
/// @param notes release notes, as Markdown
/// @param folder folder with its files, relative to the list of releases
/// @param files packages
public record Release(String version, Instant date, String notes, String folder, List<ReleaseFile> files) {

    public Release {
        files = List.copyOf(files);
    }

    /// Returns the archive that updates an installation of a kind on a system.
    Optional<ReleaseFile> archive(String kind, String system) {
        return files.stream()
                .filter(f -> f.type().equals("tar")
                        && f.kind().equals(kind)
                        && f.system().equals(system))
                .findFirst();
    }

    /// Returns whether this release is newer than an installed one: by the numbers of the version, then by date.
    boolean isNewerThan(String installed, Instant installedDate) {
        int order = compareNumbers(version, installed);
        return order > 0 || order == 0 && !version.equals(installed) && date.isAfter(installedDate);
    }

    /// Compares the numbers before the first hyphen.
    static int compareNumbers(String a, String b) {
        String[] left = numbers(a);
        String[] right = numbers(b);
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = Long.compare(number(left, i), number(right, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static String[] numbers(String version) {
        return version.split("-", 2)[0].split("\\.");
    }

    private static long number(String[] parts, int index) {
        try {
            return index < parts.length ? Long.parseLong(parts[index]) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
