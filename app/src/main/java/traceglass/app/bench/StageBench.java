package traceglass.app.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.ingest.TraceProblem;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;

/// Measures the stages of opening a trace separately. Stages that do not apply to the trace are left out.
public final class StageBench {

    private StageBench() {}

    /// Runs all stages in turn, several times. The first run also loads and compiles code.
    ///
    /// @return one map per stage: `stage`, `wall_ms`, `cpu_ms` of the threads that belong to the stage,
    ///     `allocated_mb` by these threads, `count` of the processed units, `unit`, and `cpu_ns_per_unit`. Times
    ///     and allocations are medians of all runs
    public static List<Map<String, Object>> run(Path trace, StoreOptions options, int runs) throws Failure {
        StageTable table = new StageTable();
        try {
            for (int i = 0; i < runs; i++) {
                new SourceStages(trace, options.reading(), table).run();
                new ImportStages(trace, options, table).run();
                Path cacheFolder = StoreDatabase.createWorkDir(options.tempDir());
                try {
                    new StoreStages(trace, options, table).run(cacheFolder);
                } finally {
                    StoreDatabase.deleteTree(cacheFolder);
                }
            }
        } catch (TraceProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (SqlProblem e) {
            throw new Failure(e.describe(), e);
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        } catch (IOException e) {
            throw new Failure(BenchTexts.cantMeasureStages(trace, e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw new Failure(OutputTexts.notEnoughMemory(trace), e);
        }
        return table.rows();
    }
}
