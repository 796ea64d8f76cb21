package traceglass.app.cli.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.doctor.ProblemTexts;
import traceglass.app.io.CommandOutput;
import traceglass.convert.format.LossCounts;
import traceglass.convert.output.ConvertProblem;
import traceglass.store.TraceStore;

/// Reports data of a damaged trace that could not be imported and is therefore missing from the output.
final class ImportLosses {

    private static final int MAX_KINDS = 3;

    private ImportLosses() {}

    /// Prints one line if there are losses.
    static void report(Path trace, TraceStore store) throws ConvertProblem {
        List<String> losses = new ArrayList<>();
        try {
            LossCounts.of(store).forEach((name, count) -> losses.add(ProblemTexts.title(name, count)));
        } catch (IOException e) {
            throw new ConvertProblem(ConvertTexts.cantRead(trace, CommandOutput.reason(e)), e);
        }
        if (!losses.isEmpty()) {
            int shownCount = Math.min(losses.size(), MAX_KINDS);
            CommandOutput.report(ConvertTexts.losses(
                    trace, String.join("; ", losses.subList(0, shownCount)), losses.size() - shownCount));
        }
    }
}
