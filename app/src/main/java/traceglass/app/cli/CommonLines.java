package traceglass.app.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import traceglass.app.bench.StartBench;
import traceglass.app.io.Failure;
import traceglass.app.io.Out;
import traceglass.app.window.StartClock;
import traceglass.store.TraceStore;

/// The command lines that are typed most, in their plainest form: `query [-f FILE | SQL] TRACE` and `[open] [TRACE]`,
/// with no options but those that say where the database is. All others are left to [Root]. What measures these, `bench
/// import` and a start of `bench start`, must not take another way than they do.
///
/// They are understood here because [Root] takes a third of a second to see that nothing else is meant, as long as all
/// the rest of a query takes whose trace is in the cache: the library that it reads arguments with asks every command
/// for its options by reflection, and its classes are of a form that the virtual machine keeps in no cache.
public final class CommonLines {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");
    private static final Pattern NO_COMMAND = Pattern.compile(".*[./].*", Pattern.DOTALL);

    /// What a bench begins a process with to time its start as that of a window.
    private static final List<String> TIMED = List.of("bench", "start", "--once");
    private static final List<String> IMPORT = List.of("bench", "import");

    /// `query`, `open`, `bench start --once`, `bench import`, or empty.
    final String command;
    final StoreFlags store = new StoreFlags();
    /// The file of the SQL, or null.
    String file;
    /// Of a bench.
    int runs = -1;
    boolean json;
    boolean loaded;
    /// What is no option.
    final List<String> words = new ArrayList<>();

    private CommonLines(String command) {
        this.command = command;
    }

    /// Does what these arguments say; empty, and nothing was done, where that is for [Root] to find out.
    ///
    /// @return the exit code
    public static OptionalInt run(String... args) {
        CommonLines line = read(args);
        if (line == null) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(line.call());
        } catch (Failure | RuntimeException e) {
            Out.failed(e);
            return OptionalInt.of(1);
        }
    }

    private int call() throws Failure {
        // Not for several imports, which other processes do.
        if (!words.isEmpty() && (!isImport() || runs == 0 || runs == 1)) {
            TraceStore.prepare();
        }
        if (command.equals("query")) {
            String sql = file == null ? words.getFirst() : QueryRun.read(file);
            return new QueryRun(sql, file, Path.of(words.getLast()), store.options(), new SqlFlags()).run();
        }
        Path trace = words.isEmpty() ? null : Path.of(words.getFirst());
        if (isImport()) {
            ImportRuns.run(trace, store, runs < 0 ? BenchCommand.RUNS : runs, loaded, json);
            return 0;
        }
        if (command.startsWith("bench")) {
            Out.print(StartBench.once(trace, StartClock.Opening.AT_START, store.options()));
            return 0;
        }
        OpenFlags open = new OpenFlags();
        open.trace = trace;
        return open.run(store);
    }

    /// The arguments as [Root] would understand them, or null where it is to be asked.
    static CommonLines read(String... args) {
        int named = begins(args, TIMED)
                ? TIMED.size()
                : begins(args, IMPORT)
                        ? IMPORT.size()
                        : args.length > 0 && (args[0].equals("query") || args[0].equals("open")) ? 1 : 0;
        CommonLines line = new CommonLines(String.join(" ", List.of(args).subList(0, named)));
        for (int i = named; i < args.length; i++) {
            String word = args[i];
            if (!word.startsWith("-")) {
                line.words.add(word);
            } else if (word.equals("--no-cache") && !line.store.noCache) {
                line.store.noCache = true;
            } else if (line.isImport() && word.equals("--json") && !line.json) {
                line.json = true;
            } else if (line.isImport() && word.equals("--loaded") && !line.loaded) {
                line.loaded = true;
            } else if (i + 1 < args.length && line.takes(word, args[i + 1])) {
                i++;
            } else {
                return null;
            }
        }
        return line.isWhole() ? line : null;
    }

    private static boolean begins(String[] args, List<String> words) {
        return args.length >= words.size()
                && List.of(args).subList(0, words.size()).equals(words);
    }

    private boolean isImport() {
        return command.equals("bench import");
    }

    private boolean takes(String option, String value) {
        if (value.startsWith("-")) {
            return false;
        }
        if (option.equals("--cache-dir") && store.cacheDir == null && isPath(value)) {
            store.cacheDir = Path.of(value);
            return true;
        }
        if (option.equals("--runs")
                && runs < 0
                && isImport()
                && NUMBER.matcher(value).matches()) {
            runs = Integer.parseInt(value);
            return true;
        }
        if (option.equals("-f") && file == null && command.equals("query")) {
            file = value;
            return true;
        }
        return false;
    }

    private boolean isWhole() {
        if (command.equals("query")) {
            return words.size() == (file == null ? 2 : 1) && isPath(words.getLast());
        }
        if (isImport()) {
            return words.size() == 1 && isPath(words.getFirst());
        }
        // A word by itself may be a command; none has a dot or a slash in its name.
        return words.isEmpty()
                || words.size() == 1
                        && isPath(words.getFirst())
                        && (!command.isEmpty()
                                || NO_COMMAND.matcher(words.getFirst()).matches());
    }

    private static boolean isPath(String text) {
        try {
            return !Path.of(text).toString().isEmpty();
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
