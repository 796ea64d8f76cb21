package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.function.Supplier;
import traceglass.app.cli.query.QueryOutput;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.StandardOutput;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.FleetRows;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;

/// Prints rows of a fleet.
final class FleetOutput {

    private FleetOutput() {}

    /// Prints the rows in the format that the options select.
    ///
    /// @return exit code: 1 if a trace was skipped
    static int print(Path fleet, QueryOutput output, Supplier<FleetRows> query) throws Failure {
        try (FleetRows rows = query.get()) {
            if (!rows.columns().isEmpty()) {
                output.write(fleet, rows::writeTo);
            }
            if (!rows.failures().isEmpty()) {
                CommandOutput.report(FleetTexts.skippedTraces(rows.failures().size()));
                return 1;
            }
            return 0;
        } catch (EngineException | SqlProblem e) {
            if (StandardOutput.isBroken()) {
                return 0;
            }
            throw new Failure(e.getMessage(), e);
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        }
    }
}
