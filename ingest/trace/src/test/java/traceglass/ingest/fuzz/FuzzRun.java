package traceglass.ingest.fuzz;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceFileReader;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Imports damaged copies of real traces, reproducible by seed, and records failures.
///
/// As a program, `FOLDER... [COUNT [SEED [FIRST]]]` imports COUNT inputs (default 20,000) derived from the traces below
/// the folders, starting with number FIRST, prints the results by format, and exits with 1 if an exception escaped, an
/// import hung or one used too much memory. Run it with a small heap (`-Xmx512m`), which is the memory limit.
public final class FuzzRun {

    /// Processor time after which an input counts as hanging. Elapsed time would depend on the load of the machine.
    private static final int CPU_MILLIS_PER_INPUT = 20_000;
    /// Elapsed time after which an input counts as hanging even if it uses no processor time, for example in a
    /// deadlock.
    private static final int MILLIS_PER_INPUT = 300_000;
    /// One in this many inputs is also loaded into a database, and its arguments are read.
    private static final int LOAD_EVERY = 40;

    private final FuzzCorpus corpus = new FuzzCorpus();
    private final Path file;
    private final PrintStream out;
    final Map<String, Failure> failures = new LinkedHashMap<>();
    /// Number of inputs by outcome, for each format.
    private final Map<String, Map<String, Integer>> outcomes = new TreeMap<>();
    private final Map<String, Long> slowestMs = new TreeMap<>();

    /// Kind of failure and the first input that caused it.
    record Failure(int input, String trace, String description, int[] count) {}

    FuzzRun(List<Path> folders, PrintStream out) throws IOException {
        this.out = out;
        file = Files.createTempFile("traceglass-fuzz-", ".trace");
        for (Path folder : folders) {
            corpus.addAllBelow(folder);
        }
    }

    /// Imports inputs until a number of inputs or a deadline is reached.
    ///
    /// @param untilMs deadline, as returned by [System#currentTimeMillis]
    /// @return number of inputs
    int run(long seed, int first, int count, long untilMs) throws IOException, InterruptedException {
        int i = first;
        try {
            for (; i < first + count && System.currentTimeMillis() < untilMs; i++) {
                runInput(seed, i);
                if ((i + 1) % 1000 == 0) {
                    out.println((i + 1) + " inputs, " + failures.size() + " kinds of failures, heap "
                            + (Runtime.getRuntime().totalMemory()
                                            - Runtime.getRuntime().freeMemory()
                                    >> 20) + " MB");
                }
            }
        } finally {
            Files.deleteIfExists(file);
        }
        return i - first;
    }

    private void runInput(long seed, int number) throws IOException, InterruptedException {
        Random random = new Random(seed * 1_000_003 + number);
        FuzzCorpus.Sample base = corpus.draw(number, random);
        Files.write(file, damaged(base, random));
        ImportProgress progress = new ImportProgress();
        Throwable[] thrown = new Throwable[1];
        boolean isLoaded = random.nextInt(LOAD_EVERY) == 0;
        long start = System.nanoTime();
        Thread worker = new Thread(
                () -> {
                    try {
                        if (isLoaded) {
                            open(progress);
                        } else {
                            TraceFileReader.readAll(file, new TraceStorage(), progress);
                        }
                    } catch (Throwable e) {
                        thrown[0] = e;
                    }
                },
                "input " + number);
        worker.start();
        waitFor(worker);
        String name = base.name();
        if (worker.isAlive()) {
            StringBuilder where = new StringBuilder("hangs");
            for (StackTraceElement e : worker.getStackTrace()) {
                where.append("\n    ").append(e);
            }
            fail(number, name, "hang", where.toString());
            progress.cancel();
            worker.join(MILLIS_PER_INPUT);
        }
        long ms = (System.nanoTime() - start) / 1_000_000;
        slowestMs.merge(base.format(), ms, Math::max);
        Throwable e = thrown[0];
        String outcome = e == null ? isLoaded ? "loaded" : "read" : e instanceof TraceProblem ? "refused" : "failed";
        outcomes.computeIfAbsent(base.format(), f -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
        if (outcome.equals("failed")) {
            StringBuilder stack = new StringBuilder(String.valueOf(e));
            StackTraceElement[] frames = e.getStackTrace();
            for (int i = 0; i < Math.min(12, frames.length); i++) {
                stack.append("\n    ").append(frames[i]);
            }
            String location = Stream.of(frames)
                    .map(StackTraceElement::toString)
                    .filter(s -> s.startsWith("traceglass") || s.contains("/traceglass"))
                    .limit(2)
                    .toList()
                    .toString();
            fail(number, name, e.getClass().getName() + location, stack.toString());
        }
    }

    /// Waits until an import ends or one of the two limits is reached.
    private static void waitFor(Thread worker) throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpuEnd = system.getProcessCpuTime() + CPU_MILLIS_PER_INPUT * 1_000_000L;
        long end = System.nanoTime() + MILLIS_PER_INPUT * 1_000_000L;
        while (worker.isAlive() && system.getProcessCpuTime() < cpuEnd && System.nanoTime() < end) {
            worker.join(1_000);
        }
    }

    private void fail(int number, String trace, String key, String message) {
        failures.computeIfAbsent(key, k -> {
                    out.println("input " + number + ", derived from " + trace + ": " + message);
                    return new Failure(number, trace, message, new int[1]);
                })
                .count[0]++;
    }

    private byte[] damaged(FuzzCorpus.Sample base, Random random) throws IOException {
        byte[] b = base.content();
        if (base.isArchive() && random.nextInt(4) > 0) {
            return ArchiveMutator.mutate(b, random);
        }
        int kind = random.nextInt(10);
        if (kind < 6) {
            b = base.isText()
                    ? TextMutator.mutate(b, random)
                    : random.nextBoolean() ? CountMutator.mutate(b, random) : ProtoMutator.mutate(b, random);
        }
        if (kind >= 5 && kind < 9 || b == base.content()) {
            b = ByteMutator.mutate(b, random);
        }
        if (random.nextInt(12) == 0) {
            b = Containers.pack(b, corpus.drawAny(random).content(), random);
            if (random.nextBoolean() && b.length > 0) {
                b = ByteMutator.mutate(b, random);
            }
        }
        return b;
    }

    /// Loads the file like the main window does, and reads the lazily decoded data.
    private void open(ImportProgress progress) throws Exception {
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), progress)
                        .store();
                SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            for (String sql : List.of(
                    "SELECT count(*), sum(length(display_value)) FROM args",
                    "SELECT count(*), max(dur) FROM slice",
                    "SELECT name, value FROM stats WHERE value > 0",
                    "SELECT count(*) FROM thread_state JOIN thread USING (utid)",
                    "SELECT * FROM process LEFT JOIN thread USING (upid) LIMIT 50",
                    "SELECT * FROM counter LIMIT 20")) {
                session.run(sql, rows -> {
                    while (rows.next()) {
                        rows.getObject(0);
                    }
                });
            }
        }
    }

    void printResult(int inputs) {
        out.println(inputs + " inputs from " + corpus.size() + " traces");
        outcomes.forEach((format, counts) ->
                out.printf("%-24s %s, slowest %d ms%n", format, counts, slowestMs.getOrDefault(format, 0L)));
        failures.forEach(
                (key, f) -> out.println(f.count[0] + " times, first input " + f.input + " (" + f.trace + "): " + key));
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        List<Path> folders = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        for (String arg : args) {
            if (arg.matches("\\d+")) {
                numbers.add(Long.parseLong(arg));
            } else {
                folders.add(Path.of(arg));
            }
        }
        int count = numbers.isEmpty() ? 20_000 : numbers.get(0).intValue();
        long seed = numbers.size() > 1 ? numbers.get(1) : 1;
        int first = numbers.size() > 2 ? numbers.get(2).intValue() : 0;
        FuzzRun run = new FuzzRun(folders, System.out);
        long start = System.nanoTime();
        int inputs = run.run(seed, first, count, Long.MAX_VALUE);
        run.printResult(inputs);
        System.out.printf(
                "%.0f s, heap at most %d MB%n",
                (System.nanoTime() - start) / 1e9, Runtime.getRuntime().maxMemory() >> 20);
        System.exit(run.failures.isEmpty() ? 0 : 1);
    }
}
