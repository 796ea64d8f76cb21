package traceglass.engine.fleet;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.source.FleetLabels;
import traceglass.store.text.DisplayText;

/// Options for importing traces into a fleet.
///
/// @param sources folders, archives, files with lists of paths, patterns with `*`, and single traces
/// @param labels labels for the traces
/// @param jobs number of traces to read at the same time; 0 for one per CPU
/// @param memoryLimit memory limit in bytes for all databases together; 0 for a share of the computer's memory
/// @param progress listener for the progress of the import, or null
public record FleetImport(
        List<String> sources,
        FleetLabels labels,
        int jobs,
        long memoryLimit,
        @Nullable FleetProgress progress) {

    public FleetImport {
        sources = List.copyOf(sources);
        if (jobs < 0 || memoryLimit < 0) {
            throw new EngineException("The number of jobs and the memory limit must not be negative", null);
        }
    }

    /// Returns an import of these sources without labels.
    public static FleetImport of(List<String> sources) {
        return new FleetImport(sources, FleetLabels.none(), 0, 0, null);
    }

    /// Result of an import.
    ///
    /// @param imported number of imported traces
    /// @param replaced number of imported traces that were in the fleet but whose file had changed
    /// @param unchanged number of traces that were already in the fleet
    /// @param duplicates traces with the same content as another trace
    /// @param failures traces that can't be read
    /// @param unlabeled traces without a label, if there are labels
    /// @param unusedLabels paths of labels that belong to no trace
    public record Result(
            int imported,
            int replaced,
            int unchanged,
            List<FleetFailure> duplicates,
            List<FleetFailure> failures,
            List<String> unlabeled,
            List<String> unusedLabels) {

        public Result {
            duplicates = List.copyOf(duplicates);
            failures = List.copyOf(failures);
            unlabeled = List.copyOf(unlabeled);
            unusedLabels = List.copyOf(unusedLabels);
        }

        /// Returns the numbers as one sentence, such as `3 traces imported into runs.fleet; 1 failed`.
        public String summary(Path fleet) {
            StringBuilder text = new StringBuilder();
            text.append(count(imported, "trace")).append(" imported into ").append(fleet);
            if (replaced > 0) {
                text.append(", ")
                        .append(DisplayText.grouped(replaced))
                        .append(" of them again because they had changed");
            }
            if (unchanged > 0) {
                text.append("; ").append(DisplayText.grouped(unchanged)).append(" already imported");
            }
            if (!duplicates.isEmpty()) {
                text.append("; ").append(count(duplicates.size(), "duplicate")).append(" skipped");
            }
            if (!failures.isEmpty()) {
                text.append("; ").append(DisplayText.grouped(failures.size())).append(" failed");
            }
            return text.toString();
        }

        private static String count(int count, String noun) {
            return DisplayText.grouped(count) + " " + noun + (count == 1 ? "" : "s");
        }
    }
}
