package traceglass.store.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreDatabaseThreadsTest {

    @TempDir
    private Path folder;

    @Test
    void concurrentStatementsDoNotCancelEachOther() throws Exception {
        try (StoreDatabase database = StoreDatabase.open(StoreOptions.uncached().withTempDir(folder), 2);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int number = t;
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 50; i++) {
                        database.execute(
                                "CREATE OR REPLACE TABLE t" + number + " AS SELECT sum(range) FROM range(20000)");
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
