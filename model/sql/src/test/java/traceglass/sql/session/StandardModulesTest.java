package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;
import traceglass.store.testing.SharedData;

class StandardModulesTest {

    /// Columns that the reference's queries return in another position than declared, by table: `column>previous`, with
    /// nothing after `>` for the first column. A table has its columns in the order of its query.
    private static final Map<String, String> MOVED = Map.ofEntries(
            Map.entry("android_anrs", "anr_type>ts"),
            Map.entry("android_binder_txns", "aidl_name>method_name"),
            Map.entry(
                    "android_binder_client_server_breakdown",
                    "binder_txn_id>dur binder_reply_id>binder_txn_id server_reason>client_reason"),
            Map.entry("android_jank_cuj", "cuj_slice_name>slice_id ts_end>dur cuj_name>ts_end"),
            Map.entry("android_input_events", "receive_track_id>receive_dur"),
            Map.entry("android_job_scheduler_with_screen_charging_states", "job_id>uid"),
            Map.entry("android_network_packets", "packet_tcp_flags_int>packet_tcp_flags socket_tag_int>socket_tag"),
            Map.entry("android_process_metadata", "shared_uid>user_type"),
            Map.entry("android_startup_opinionated_breakdown", "ts> dur>ts"),
            Map.entry("android_suspend_state", "power_state>machine_id"),
            Map.entry("chrome_scroll_frame_info", "presentation_ts>first_input_generation_to_browser_main_dur"),
            Map.entry("sched_with_thread_process", "thread_name>upid"));

    @TempDir
    Path dir;

    /// A public object of a module, as declared by the reference.
    ///
    /// @param kind "table", "view", "function", "table function" or "macro"
    private record Public(String module, String kind, String name, List<String> parameters, List<String> columns) {}

    @Test
    void everyModuleIncludesTheModulesItUses() throws Exception {
        ModuleLibrary library = new ModuleLibrary();
        Map<String, String> definedIn = new HashMap<>();
        Map<String, Set<String>> uses = new LinkedHashMap<>();
        Map<String, Set<String>> includes = new HashMap<>();
        for (String module : library.names()) {
            Set<String> used = uses.computeIfAbsent(module, k -> new TreeSet<>());
            Set<String> included = includes.computeIfAbsent(module, k -> new HashSet<>());
            for (List<Token> statement : SqlTokens.statements(SqlTokens.read(library.text(module)))) {
                switch (PerfettoStatement.read(statement)) {
                    case PerfettoStatement.Include i -> included.addAll(library.matching(i.module()));
                    case PerfettoStatement.Relation r ->
                        definedIn.put(r.name().value().toLowerCase(Locale.ROOT), module);
                    case PerfettoStatement.Function f ->
                        definedIn.put(f.name().value().toLowerCase(Locale.ROOT), module);
                    case PerfettoStatement.Macro m ->
                        definedIn.put(m.name().value().toLowerCase(Locale.ROOT), module);
                    case PerfettoStatement.VirtualTable v ->
                        definedIn.put(v.name().value().toLowerCase(Locale.ROOT), module);
                    case null, default -> {}
                }
                for (int i = 1; i < statement.size(); i++) {
                    boolean isSource = statement.get(i - 1).isAny("FROM", "JOIN");
                    boolean isCall = i + 1 < statement.size()
                            && (statement.get(i + 1).isOperator("(")
                                    || statement.get(i + 1).isOperator("!"));
                    if (statement.get(i).isName() && (isSource || isCall)) {
                        used.add(statement.get(i).value().toLowerCase(Locale.ROOT));
                    }
                }
            }
        }
        List<String> errors = new ArrayList<>();
        uses.forEach((module, names) -> {
            Set<String> loaded = new HashSet<>();
            Deque<String> open = new ArrayDeque<>(List.of(module));
            while (!open.isEmpty()) {
                String next = open.pop();
                if (loaded.add(next)) {
                    open.addAll(includes.getOrDefault(next, Set.of()));
                }
            }
            for (String name : names) {
                String home = definedIn.get(name);
                if (home != null && !loaded.contains(home)) {
                    errors.add(module + " uses " + name + " of " + home);
                }
            }
        });
        assertTrue(errors.isEmpty(), () -> String.join("\n", errors));
    }

    @Test
    void allModulesLoadTogetherOnAnEmptyTrace() throws Exception {
        List<String> errors = new ArrayList<>();
        try (TraceStore store = empty();
                SqlSession session = session(store)) {
            for (String module : new ModuleLibrary().names()) {
                try {
                    session.run("INCLUDE PERFETTO MODULE " + module, cursor -> {});
                } catch (SqlProblem e) {
                    errors.add(e.describe());
                }
            }
            for (String name : session.pendingNames()) {
                try {
                    // Using a name creates its object.
                    session.run("SELECT 1 AS " + name, cursor -> {});
                } catch (SqlProblem e) {
                    errors.add(e.describe());
                }
            }
            assertEquals(Set.of(), session.pendingNames());
        }
        assertTrue(errors.isEmpty(), () -> String.join("\n", errors));
    }

    @Test
    void objectsOfAModuleAreCreatedWhenTheyAreUsed() throws Exception {
        try (TraceStore store = empty();
                SqlSession session = session(store)) {
            session.run("INCLUDE PERFETTO MODULE linux.devfreq", cursor -> {});
            assertEquals(0, temporaryTables(session));
            session.run("SELECT * FROM linux_devfreq_dsu_counter", cursor -> {});
            assertEquals(2, temporaryTables(session));
            session.run("INCLUDE PERFETTO MODULE sched.thread_level_parallelism", cursor -> {});
            assertEquals(2, temporaryTables(session));
            assertEquals(1, count(session, "sqlite_master WHERE name = 'sched_active_cpu_count'"));
            assertEquals(Set.of(), session.pendingNames());
        }
    }

    @Test
    void objectsOfAModuleDoNotChangeWithObjectsOfTheUser() throws Exception {
        String table =
                "TABLE _devfreq_intervals AS SELECT 1 AS id, 1 AS ts, 1 AS dur, 1 AS freq, 'x-dsufreq' AS device";
        for (String statement : List.of(
                "CREATE OR REPLACE PERFETTO " + table,
                "CREATE OR REPLACE TEMP " + table,
                "INSERT INTO _devfreq_intervals VALUES (1, 1, 1, 1, 'x-dsufreq')",
                "DROP TABLE _devfreq_intervals")) {
            try (TraceStore store = empty();
                    SqlSession session = session(store)) {
                session.run("INCLUDE PERFETTO MODULE linux.devfreq; " + statement, cursor -> {});
                assertEquals(0, count(session, "linux_devfreq_dsu_counter"), statement);
            }
        }
    }

    @Test
    void namesOfModulesCanBeUsedWithoutIncludingThem() throws Exception {
        try (TraceStore store = empty();
                SqlSession session = session(store)) {
            assertEquals(1, count(session, "(SELECT time_to_ms(5), time_from_s(2))"));
        }
    }

    @Test
    void aNameOfAnIncludedModuleIsReservedBeforeItIsUsed() throws Exception {
        try (TraceStore store = empty();
                SqlSession session = session(store)) {
            SqlProblem problem = assertThrows(
                    SqlProblem.class,
                    () -> session.run(
                            "INCLUDE PERFETTO MODULE linux.devfreq; CREATE PERFETTO TABLE linux_devfreq_dsu_counter AS"
                                    + " SELECT 1",
                            cursor -> {}));
            assertTrue(problem.getMessage().contains("already exists"), problem::getMessage);
        }
    }

    @Test
    void macrosOfAModuleDoNotChangeWithMacrosOfTheUser() throws Exception {
        try (TraceStore store = empty();
                SqlSession session = session(store)) {
            session.run("INCLUDE PERFETTO MODULE linux.devfreq", cursor -> {});
            session.run(
                    "CREATE OR REPLACE PERFETTO MACRO counter_leading_intervals(t TableOrSubquery) RETURNS"
                            + " TableOrSubquery AS (SELECT error('stop'))",
                    cursor -> {});
            assertEquals(0, count(session, "linux_devfreq_dsu_counter"));
        }
    }

    private static long temporaryTables(SqlSession session) throws SqlProblem {
        long[] count = {0};
        session.runUntranslated("SELECT count(*) FROM duckdb_tables() WHERE temporary", cursor -> {
            cursor.next();
            count[0] = cursor.getLong(0);
        });
        return count[0];
    }

    private static long count(SqlSession session, String source) throws SqlProblem {
        long[] count = {0};
        session.run("SELECT count(*) FROM " + source, cursor -> {
            cursor.next();
            count[0] = cursor.getLong(0);
        });
        return count[0];
    }

    @Test
    void modulesMatchThePublicNamesAndColumnsOfTheReference() throws Exception {
        Map<String, List<Public>> reference = read(SharedData.file("reference/schema/stdlib.tsv"));
        ModuleLibrary library = new ModuleLibrary();
        List<String> errors = new ArrayList<>();
        int checked = 0;
        try (TraceStore store = empty();
                SqlSession session = session(store)) {
            for (String module : library.names()) {
                if (!reference.containsKey(module)) {
                    continue;
                }
                try {
                    session.run("INCLUDE PERFETTO MODULE " + module, cursor -> {});
                } catch (SqlProblem e) {
                    errors.add(e.describe());
                    continue;
                }
                Map<String, List<String>> defined = definitions(library.text(module));
                for (Public p : reference.get(module)) {
                    checked++;
                    String problem = check(session, p, defined);
                    if (problem != null) {
                        errors.add(p.module + ": " + p.kind + " " + p.name + ": " + problem);
                    }
                }
            }
        }
        int found = checked;
        assertTrue(errors.isEmpty(), () -> String.join("\n", errors));
        assertTrue(found > 200, () -> found + " public names");
    }

    private static List<String> asQueried(Public p) {
        List<String> columns = new ArrayList<>(p.columns);
        String moved = p.kind.equals("table") || p.kind.equals("view") ? MOVED.getOrDefault(p.name, "") : "";
        for (String move : moved.isEmpty() ? new String[0] : moved.split(" ")) {
            String column = move.substring(0, move.indexOf('>'));
            assertTrue(columns.remove(column), () -> p.name + " has no column " + column);
            columns.add(columns.indexOf(move.substring(column.length() + 1)) + 1, column);
        }
        return columns;
    }

    private static String check(SqlSession session, Public p, Map<String, List<String>> defined) {
        boolean isPrelude = p.module.startsWith("prelude.");
        if (p.columns.equals(List.of("pprof"))) {
            // A binary profile for another program; not supported because graphs are drawn here.
            return null;
        }
        if (!isPrelude && !p.parameters.isEmpty() && !p.parameters.equals(defined.get(p.name))) {
            return "expected parameters " + p.parameters + ", found " + defined.get(p.name);
        }
        String nulls = String.join(", ", p.parameters.stream().map(x -> "NULL").toList());
        String query = switch (p.kind) {
            case "table", "view" -> "SELECT * FROM " + p.name + " LIMIT 0";
            case "table function" -> "SELECT * FROM " + p.name + "(" + nulls + ") LIMIT 0";
            case "function" -> isPrelude ? null : "SELECT " + p.name + "(" + nulls + ")";
            default -> null;
        };
        if (query == null) {
            return null;
        }
        List<String> columns = new ArrayList<>();
        try {
            session.run(query, cursor -> cursor.columns().forEach(c -> columns.add(c.name())));
        } catch (SqlProblem e) {
            return e.describe();
        }
        // Prelude tables have the columns of the store's tables, which the store's own test checks.
        List<String> expected = asQueried(p);
        if (!isPrelude && !p.kind.equals("function") && !columns.equals(expected)) {
            return "expected columns " + expected + ", found " + columns;
        }
        return null;
    }

    /// Returns the parameters of a module's functions and macros.
    private static Map<String, List<String>> definitions(String text) throws SqlSyntaxException {
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (List<Token> statement : SqlTokens.statements(SqlTokens.read(text))) {
            switch (PerfettoStatement.read(statement)) {
                case PerfettoStatement.Function f ->
                    found.put(
                            f.name().value(),
                            f.parameters().stream()
                                    .map(PerfettoStatement.Parameter::name)
                                    .toList());
                case PerfettoStatement.Macro m ->
                    found.put(
                            m.name().value(),
                            m.parameters().stream()
                                    .map(PerfettoStatement.Parameter::name)
                                    .toList());
                case null, default -> {}
            }
        }
        return found;
    }

    private static Map<String, List<Public>> read(Path file) throws Exception {
        Map<String, List<Public>> modules = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] f = line.split("\t", -1);
            if (f[0].equals("module")) {
                continue;
            }
            List<Public> publics = modules.computeIfAbsent(f[0], k -> new ArrayList<>());
            if (f.length > 5 && f[3].equals("public")) {
                publics.add(new Public(
                        f[0],
                        f[1],
                        f[2],
                        names(f[4]),
                        f[1].equals("function") || f[1].equals("macro") ? List.of() : names(f[5])));
            }
        }
        return modules;
    }

    private static List<String> names(String list) {
        return list.isBlank()
                ? List.of()
                : Arrays.stream(list.split(", "))
                        .map(x -> x.substring(0, x.indexOf(':')))
                        .toList();
    }

    private static SqlSession session(TraceStore store) throws Exception {
        return SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    private TraceStore empty() throws Exception {
        return StoreWriter.start(new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                .finish();
    }
}
