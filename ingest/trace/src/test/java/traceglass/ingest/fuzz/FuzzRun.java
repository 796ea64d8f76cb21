package traceglass.ingest.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
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
/// As a program, `FOLDER [COUNT [SEED [FIRST]]]` imports COUNT inputs (default 20,000) derived from the traces below
/// FOLDER, starting with number FIRST, prints the results, and exits with 1 if an exception escaped, an import hung
/// or one used too much memory. Run it with a small heap (`-Xmx768m`), which is the memory limit.
public final class FuzzRun {

    /// Larger traces are truncated to this size: damage to a part is as useful and costs less.
    private static final int LARGEST = 160 << 10;
    private static final int MILLIS_PER_INPUT = 20_000;
    /// One in this many inputs is also loaded into a database, and its arguments are read.
    private static final int LOADED_ONE_IN = 40;

    /// Extensions of files that accompany the traces, and of traces that are written as something else.
    private static final Set<String> NO_TRACES =
            Set.of("jsonl", "md", "py", "sql", "out", "textproto", "wire", "hex", "class");

    private final List<Base> bases = new ArrayList<>();
    private final Path file;
    private final PrintStream out;
    final Map<String, Failure> failures = new LinkedHashMap<>();
    final Map<String, Integer> outcomes = new TreeMap<>();
    private long slowestMs;
    private String slowest = "";

    private record Base(Path path, byte[] content, boolean isText) {}

    /// Kind of failure and the first input that caused it.
    record Failure(int input, String trace, String what, int[] count) {}

    FuzzRun(Path folder, PrintStream out) throws IOException {
        this.out = out;
        file = Files.createTempFile("traceglass-fuzz-", ".trace");
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path p : paths.filter(Files::isRegularFile).sorted().toList()) {
                String name = p.getFileName().toString();
                if (!NO_TRACES.contains(name.substring(name.lastIndexOf('.') + 1))) {
                    add(p);
                }
            }
        }
    }

    private void add(Path path) throws IOException {
        byte[] content;
        try (InputStream raw = Files.newInputStream(path);
                InputStream in = path.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            content = in.readNBytes(LARGEST);
        }
        if (content.length > 0) {
            int text = 0;
            int look = Math.min(content.length, 512);
            for (int i = 0; i < look; i++) {
                text += content[i] >= 0x20 && content[i] < 0x7f
                                || content[i] == '\n'
                                || content[i] == '\t'
                                || content[i] == '\r'
                        ? 1
                        : 0;
            }
            bases.add(new Base(path, content, text == look));
        }
    }

    /// Imports inputs up to a number or a time.
    ///
    /// @param untilMs deadline in the form of [System#currentTimeMillis]
    /// @return number of inputs
    int run(long seed, int first, int count, long untilMs) throws IOException, InterruptedException {
        int i = first;
        try {
            for (; i < first + count && System.currentTimeMillis() < untilMs; i++) {
                one(seed, i);
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

    private void one(long seed, int number) throws IOException, InterruptedException {
        Random random = new Random(seed * 1_000_003 + number);
        Base base = bases.get(random.nextInt(bases.size()));
        Files.write(file, damaged(base, random));
        ImportProgress progress = new ImportProgress();
        Throwable[] thrown = new Throwable[1];
        boolean load = random.nextInt(LOADED_ONE_IN) == 0;
        long start = System.nanoTime();
        Thread worker = new Thread(
                () -> {
                    try {
                        if (load) {
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
        worker.join(MILLIS_PER_INPUT);
        String name = base.path.getFileName().toString();
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
        if (ms > slowestMs) {
            slowestMs = ms;
            slowest = number + " (" + name + ")";
        }
        Throwable e = thrown[0];
        String outcome = e == null ? load ? "loaded" : "read" : e instanceof TraceProblem ? "refused" : "failed";
        outcomes.merge(outcome, 1, Integer::sum);
        if (outcome.equals("failed")) {
            StringBuilder stack = new StringBuilder(String.valueOf(e));
            StackTraceElement[] frames = e.getStackTrace();
            for (int i = 0; i < Math.min(12, frames.length); i++) {
                stack.append("\n    ").append(frames[i]);
            }
            String place = Stream.of(frames)
                    .map(StackTraceElement::toString)
                    .filter(s -> s.startsWith("traceglass") || s.contains("/traceglass"))
                    .limit(2)
                    .toList()
                    .toString();
            fail(number, name, e.getClass().getName() + place, stack.toString());
        }
    }

    private void fail(int number, String trace, String key, String what) {
        failures.computeIfAbsent(key, k -> {
                    out.println("input " + number + ", made from " + trace + ": " + what);
                    return new Failure(number, trace, what, new int[1]);
                })
                .count[0]++;
    }

    private byte[] damaged(Base base, Random random) throws IOException {
        byte[] b = base.content;
        int way = random.nextInt(10);
        if (way < 6) {
            b = base.isText ? TextMutator.mutate(b, random) : ProtoMutator.mutate(b, random);
        }
        if (way >= 5 && way < 9) {
            b = ByteMutator.mutate(b, random);
        }
        if (random.nextInt(12) == 0) {
            b = Containers.pack(b, bases.get(random.nextInt(bases.size())).content, random);
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
        out.println(inputs + " inputs from " + bases.size() + " traces: " + outcomes + "; slowest " + slowestMs
                + " ms, input " + slowest);
        failures.forEach(
                (key, f) -> out.println(f.count[0] + " times, first input " + f.input + " (" + f.trace + "): " + key));
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : 1;
        int first = args.length > 3 ? Integer.parseInt(args[3]) : 0;
        FuzzRun run = new FuzzRun(Path.of(args[0]), System.out);
        long start = System.nanoTime();
        int inputs = run.run(seed, first, count, Long.MAX_VALUE);
        run.printResult(inputs);
        System.out.printf(
                "%.0f s, heap at most %d MB%n",
                (System.nanoTime() - start) / 1e9, Runtime.getRuntime().maxMemory() >> 20);
        System.out.println(Arrays.toString(args));
        System.exit(run.failures.isEmpty() ? 0 : 1);
    }
}
