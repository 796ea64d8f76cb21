package traceglass.app.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.app.testing.TempFolders;
import traceglass.store.database.StoreOptions;

/// Uses the server as an agent does, with the client of the SDK.
@Timeout(240)
class TraceMcpServerTest {

    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    private static Path folder;
    private static TraceMcpServer server;
    private static PipedClient agent;

    @BeforeAll
    static void start() throws IOException {
        Path root = TempFolders.create("mcp");
        folder = Files.createDirectory(root.resolve("allowed"));
        McpTraces.write(folder.resolve("slow.txt"), 290);
        McpTraces.write(folder.resolve("fast.txt"), 90);
        McpTraces.write(root.resolve("secret.txt"), 90);
        Files.createSymbolicLink(folder.resolve("link.txt"), root.resolve("secret.txt"));
        server = new TraceMcpServer(
                new TraceMcpServer.Permissions(List.of(folder), List.of(), null),
                StoreOptions.cachedIn(root.resolve("cache")),
                "1.2.3");
        agent = new PipedClient(server);
        agent.client.initialize();
    }

    @AfterAll
    static void stop() throws Exception {
        agent.close();
        server.close();
    }

    @AfterEach
    void closeTraces() {
        while (!agent.text("list_traces", Map.of()).contains("No trace is open")) {
            String list = agent.text("list_traces", Map.of());
            agent.text("close_trace", Map.of("trace", list.replaceAll("(?s).*\\| (t\\d+) \\|.*", "$1")));
        }
    }

    private static String open(String file) {
        String text = agent.text("open_trace", Map.of("path", file));
        return text.replaceAll("(?s).* is open as (t\\d+)\\..*", "$1");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> table(CallToolResult result, int index) {
        return ((List<Map<String, Object>>) ((Map<String, Object>) result.structuredContent()).get("tables"))
                .get(index);
    }

    @SuppressWarnings("unchecked")
    private static List<List<Object>> rows(String sql) {
        return (List<List<Object>>)
                table(agent.call("query", Map.of("sql", sql)), 0).get("rows");
    }

    @Test
    void listsToolsWithDescriptions() {
        assertEquals("traceglass", agent.client.getServerInfo().name());
        assertEquals("1.2.3", agent.client.getServerInfo().version());
        assertTrue(agent.client.getServerInstructions().contains("open_trace"));
        List<Tool> tools = agent.client.listTools().tools();
        Set<String> names = tools.stream().map(Tool::name).collect(Collectors.toSet());
        assertTrue(names.containsAll(Set.of("open_trace", "query", "explain_slice", "take_picture")), names::toString);
        assertFalse(names.contains("record_trace"), "recording was not allowed");
        for (Tool tool : tools) {
            assertTrue(tool.description().length() > 40, tool.name());
            assertEquals(true, tool.annotations().readOnlyHint(), tool.name());
            assertEquals(false, tool.annotations().openWorldHint(), tool.name());
            assertEquals("object", tool.inputSchema().get("type"), tool.name());
        }
    }

    @Test
    void toolsSupportACompleteInvestigation() throws IOException {
        String opened = agent.text("open_trace", Map.of("path", "slow.txt"));
        assertTrue(opened.contains("slow.txt is open as t"), opened);
        assertTrue(opened.contains("| duration | 402"), opened);
        assertFalse(agent.progress.isEmpty(), "opening reports its progress");

        CallToolResult tasks = agent.call("find_long_tasks", Map.of("min_ms", 100));
        assertTrue(PipedClient.text(tasks).contains("load"), () -> PipedClient.text(tasks));
        long id = ((Number) rows("SELECT id FROM slice WHERE name = 'wait for worker'")
                        .getFirst()
                        .getFirst())
                .longValue();
        String explanation = agent.text("explain_slice", Map.of("slice_id", id));
        assertTrue(explanation.contains("| another thread | worker |") && explanation.contains("compute"), explanation);
        assertTrue(explanation.contains("Sleeping"), explanation);
        String threads = agent.text("list_threads", Map.of("search", "worker"));
        assertTrue(threads.contains("| worker |") && !threads.contains("swapper"), threads);
        Object utid =
                rows("SELECT utid FROM thread WHERE name = 'app'").getFirst().getFirst();
        String states = agent.text("explain_thread", Map.of("utid", utid, "start", "10ms", "end", "300ms"));
        assertTrue(states.contains("| Sleeping | 1 | 290000000 | 290000000 | 100.0 |"), states);

        CallToolResult picture = agent.call(
                "take_picture",
                Map.of("start", "5ms", "end", "320ms", "width", 900, "height", 500, "slice_id", id, "expand", "all"));
        assertFalse(Boolean.TRUE.equals(picture.isError()), () -> PipedClient.text(picture));
        BufferedImage image = image(picture);
        assertEquals(900, image.getWidth());
        assertEquals(500, image.getHeight());
        assertTrue(colors(image) > 20, "the picture is blank");
        CallToolResult dark =
                agent.call("take_picture", Map.of("width", 400, "height", 300, "theme", "dark", "filter", "worker"));
        assertTrue(brightness(image(dark)) < brightness(image) / 2, "the dark theme is dark");
        CallToolResult empty = agent.call(
                "take_picture", Map.of("width", 400, "height", 300, "theme", "dark", "filter", "no such track"));
        assertTrue(colors(image(empty)) < colors(image(dark)), "the filter hides all tracks");
    }

    private static BufferedImage image(CallToolResult result) throws IOException {
        McpSchema.ImageContent content = result.content().stream()
                .filter(McpSchema.ImageContent.class::isInstance)
                .map(McpSchema.ImageContent.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError(PipedClient.text(result)));
        assertEquals("image/png", content.mimeType());
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(content.data())));
    }

    private static int colors(BufferedImage image) {
        Set<Integer> colors = new HashSet<>();
        for (int x = 0; x < image.getWidth(); x += 3) {
            for (int y = 0; y < image.getHeight(); y += 3) {
                colors.add(image.getRGB(x, y));
            }
        }
        return colors.size();
    }

    private static double brightness(BufferedImage image) {
        long sum = 0;
        int n = 0;
        for (int x = 0; x < image.getWidth(); x += 7) {
            for (int y = 0; y < image.getHeight(); y += 7, n++) {
                sum += image.getRGB(x, y) >> 8 & 0xFF;
            }
        }
        return (double) sum / n;
    }

    @Test
    void rowsAndValuesAreLimitedAndLargeNumbersStayExact() {
        open("slow.txt");
        CallToolResult result = agent.call(
                "query",
                Map.of(
                        "sql",
                        "SELECT 9007199254740993 AS big, 5 AS small, NULL AS none, 'a|b' AS bar",
                        "max_rows",
                        "10"));
        assertEquals(
                List.of("9007199254740993", 5),
                List.of(first(result).get(0), first(result).get(1)));
        assertNull(first(result).get(2));
        assertTrue(PipedClient.text(result).contains("| 9007199254740993 | 5 |  | a\\|b |"));
        String many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i,"
                + " 'abcdefghijklmnop' AS t FROM n";
        CallToolResult truncated = agent.call("query", Map.of("sql", many, "max_rows", 7, "max_cell_chars", 10));
        assertEquals(7, ((List<?>) table(truncated, 0).get("rows")).size());
        assertEquals(true, table(truncated, 0).get("is_cut"));
        assertTrue(PipedClient.text(truncated).contains("abcdefghij…"));
    }

    @SuppressWarnings("unchecked")
    private static List<Object> first(CallToolResult result) {
        return ((List<List<Object>>) table(result, 0).get("rows")).getFirst();
    }

    @Test
    void sqlErrorsReportThePositionAndTheNextStep() {
        open("slow.txt");
        String column = agent.error("query", Map.of("sql", "SELECT 1;\nSELECT nme FROM slice"));
        assertTrue(column.startsWith("Statement 2, line 2, column 8:"), column);
        assertTrue(column.contains("Did you mean name?") && column.contains("describe_table"), column);
        String table = agent.error("query", Map.of("sql", "SELECT * FROM absent"));
        assertTrue(table.contains("list_tables"), table);
    }

    @Test
    void queriesCannotReadOrWriteOtherFiles() {
        open("slow.txt");
        Path target = folder.resolve("written.csv");
        String secret = folder.resolveSibling("secret.txt").toString();
        for (String sql : List.of(
                "COPY slice TO '" + target + "'",
                "EXPORT DATABASE '" + folder.resolve("exported") + "'",
                "ATTACH '" + target + "' AS other",
                "SELECT * FROM read_csv('" + secret + "')",
                "SELECT * FROM read_text('" + secret + "')",
                "SELECT * FROM '" + secret + "'",
                "SELECT * FROM \"" + secret + "\"",
                "SELECT * FROM glob('" + folder + "/*')",
                "SELECT content FROM read_blob('" + secret + "')",
                "SELECT getenv('PATH')",
                "INSTALL httpfs",
                "LOAD httpfs",
                "SET enable_external_access = true",
                "PRAGMA database_list",
                "CREATE TABLE store.main.x AS SELECT 1",
                "DELETE FROM slice")) {
            String error = agent.error("query", Map.of("sql", sql));
            assertFalse(error.contains("wait for worker"), sql);
        }
        assertFalse(Files.exists(target));
        assertFalse(Files.exists(folder.resolve("exported")));
        assertEquals(3, ((Number) rows("SELECT count(*) FROM slice").getFirst().getFirst()).intValue());
    }

    @Test
    void onlyAllowedFilesAreOpened() {
        String secret = folder.resolveSibling("secret.txt").toString();
        for (String path : List.of(secret, "../secret.txt", "link.txt", "/etc/passwd", "../absent.txt", "/dev/zero")) {
            String error = agent.error("open_trace", Map.of("path", path));
            assertTrue(error.contains("is not in a folder that this server may read"), error);
            assertTrue(error.contains("--allow"), error);
        }
        assertTrue(agent.error("open_trace", Map.of("path", "absent.txt")).contains("does not exist"));
        assertTrue(agent.error("open_trace", Map.of("path", "bad\0name")).contains("path"));
    }

    @Test
    void argumentsAreChecked() {
        open("slow.txt");
        assertTrue(
                agent.error("query", Map.of("sql", "SELECT 1", "max_row", 5)).contains("Did you mean \"max_rows\"?"));
        assertTrue(agent.error("query", Map.of()).contains("\"sql\" is missing"));
        assertTrue(agent.error("query", Map.of("sql", "SELECT 1", "max_rows", 10_000_000_000L))
                .contains("it must be from 1 to 5000"));
        assertTrue(agent.error("query", Map.of("sql", "SELECT 1", "max_bytes", 10_000_000_000L))
                .contains("max_bytes"));
        assertTrue(agent.error("query", Map.of("sql", "SELECT 1", "max_rows", "many"))
                .contains("whole number"));
        assertTrue(
                agent.error("query", Map.of("sql", "SELECT 1", "trace", "t999")).contains("t999"));
        assertTrue(agent.error("explain_slice", Map.of("slice_id", "x")).contains("whole number"));
        assertTrue(agent.error("take_picture", Map.of("start", "soon")).contains("soon"));
        assertTrue(
                agent.error("take_picture", Map.of("start", "2s", "end", "1s")).contains("not after"));
        assertTrue(agent.error("take_picture", Map.of("width", 100_000)).contains("width"));
        assertTrue(agent.error("compare_traces", Map.of("before", "", "after", "t1"))
                .contains("before"));
        assertTrue(agent.text("explain_slice", Map.of("slice_id", 123_456)).contains("123456"));
    }

    @Test
    void hugeValuesAreRejectedAndTheServerContinues() {
        open("slow.txt");
        String error =
                agent.error("query", Map.of("sql", "SELECT length(repeat('x', 10000000000)) AS n", "timeout_s", 20));
        assertFalse(error.isBlank());
        assertEquals(3, ((Number) rows("SELECT count(*) FROM slice").getFirst().getFirst()).intValue());
    }

    @Test
    void anEndlessQueryIsStoppedAndDoesNotBlockOthers() throws Exception {
        open("slow.txt");
        CompletableFuture<String> endless =
                CompletableFuture.supplyAsync(() -> agent.error("query", Map.of("sql", ENDLESS, "timeout_s", 3)));
        for (int i = 0; i < 5; i++) {
            assertEquals(
                    3, ((Number) rows("SELECT count(*) FROM slice").getFirst().getFirst()).intValue());
        }
        assertFalse(endless.isDone(), "the endless query runs meanwhile");
        assertTrue(endless.get(60, TimeUnit.SECONDS).contains("time limit of 3 s"));
    }

    @Test
    void aCanceledQueryEndsWithoutAResponse() throws Exception {
        open("slow.txt");
        agent.send(
                "{\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"method\":\"tools/call\",\"params\":{\"name\":\"query\",\"arguments\":{"
                        + "\"sql\":\"" + ENDLESS + "\",\"session\":\"s\",\"timeout_s\":200}}}");
        String busy;
        do {
            // Succeeds until the other query has started.
            busy = PipedClient.text(agent.call("query", Map.of("sql", "SELECT 1", "session", "s", "timeout_s", 1)));
        } while (busy.startsWith("## Result"));
        assertTrue(busy.contains("runs another query"), busy);
        agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"mine\"}}");
        assertTrue(agent.text("query", Map.of("sql", "SELECT 1 AS one", "session", "s", "timeout_s", 60))
                .contains("| one |"));
    }

    @Test
    void sessionsKeepTheirTables() {
        open("slow.txt");
        String create = "CREATE PERFETTO TABLE mine AS SELECT 42 AS answer";
        assertTrue(agent.text("query", Map.of("sql", create, "session", "a")).contains("no result"));
        assertTrue(agent.text("query", Map.of("sql", "SELECT * FROM mine", "session", "a"))
                .contains("42"));
        agent.error("query", Map.of("sql", "SELECT * FROM mine", "session", "b"));
        agent.error("query", Map.of("sql", "SELECT * FROM mine"));
        for (int i = 0; i < 6; i++) {
            agent.text("query", Map.of("sql", "SELECT 1", "session", "s" + i));
        }
        assertTrue(agent.error("query", Map.of("sql", "SELECT 1", "session", "more"))
                .contains("too many sessions"));
    }

    @Test
    void tablesAndModulesAreFound() {
        open("slow.txt");
        assertTrue(agent.text("list_tables", Map.of("search", "thread_state")).contains("| thread_state |"));
        assertTrue(agent.text("list_tables", Map.of("search", "no such text")).contains("list_modules"));
        assertTrue(agent.text("describe_table", Map.of("name", "slice")).contains("| dur |"));
        assertTrue(
                agent.text("describe_table", Map.of("name", "android_startups")).contains("| package |"));
        assertTrue(agent.text("describe_table", Map.of("name", "android.startup.startups"))
                .contains("android_startup_processes"));
        assertTrue(agent.text("list_modules", Map.of("search", "startup")).contains("android.startup.startups"));
        assertTrue(agent.error("describe_table", Map.of("name", "absent")).contains("list_tables"));
    }

    @Test
    void twoTracesAreCompared() {
        String before = open("slow.txt");
        String after = open("fast.txt");
        assertTrue(agent.error("query", Map.of("sql", "SELECT 1")).contains("argument trace is needed"));
        CallToolResult result = agent.call("compare_traces", Map.of("before", before, "after", after));
        String text = PipedClient.text(result);
        assertTrue(text.contains("In both traces (3)"), text);
        assertTrue(text.contains("| compute |"), text);
        assertEquals("compute", first(result).getFirst(), "the largest difference is first");
        assertTrue(agent.text("compare_traces", Map.of("before", before, "after", after, "subject", "states"))
                .contains("##"));
        assertTrue(agent.error("compare_traces", Map.of("before", before, "after", after, "subject", "all"))
                .contains("slices"));
    }

    @Test
    void theNumberOfOpenTracesIsLimited() throws IOException {
        for (int i = 0; i < AgentTraces.MAX_OPEN; i++) {
            McpTraces.write(folder.resolve("n" + i + ".txt"), 100 + i);
            open("n" + i + ".txt");
        }
        assertEquals(open("n0.txt"), open("n0.txt"), "an open trace is not opened again");
        String error = agent.error("open_trace", Map.of("path", "slow.txt"));
        assertTrue(error.contains("4 traces are open") && error.contains("close_trace"), error);
    }

    @Test
    void summariesComputeMetrics() throws IOException {
        open("slow.txt");
        String spec =
                "metric_spec { id: \"longest\" value: \"dur\" dimensions: \"name\" query { sql { sql: \"SELECT name,"
                        + " max(dur) AS dur FROM slice GROUP BY name\" column_names: \"name\" column_names: \"dur\" } } }";
        assertTrue(agent.text("summarize", Map.of("spec", spec)).contains("compute"));
        Files.writeString(folder.resolve("spec.textproto"), spec);
        assertTrue(agent.text("summarize", Map.of("spec_file", "spec.textproto", "metrics", "longest"))
                .contains("compute"));
        assertTrue(agent.error("summarize", Map.of()).contains("spec"));
        assertTrue(agent.error("summarize", Map.of("spec", "nonsense {")).contains("specification"));
        assertTrue(agent.error("summarize", Map.of("spec_file", "/etc/passwd")).contains("may read"));
    }

    @Test
    void missingFramesAndStartupsAreReported() {
        open("slow.txt");
        assertTrue(agent.text("find_slow_frames", Map.of()).contains("The trace has no"));
        assertTrue(agent.text("find_startups", Map.of("process", "app")).contains("contains no app startups"));
        assertTrue(agent.text("find_hot_functions", Map.of("start", "1ms")).contains("No callstacks were sampled"));
    }

    @Test
    void resourcesDescribeTheSqlAndOpenTraces() {
        String id = open("slow.txt");
        assertEquals(
                List.of("traceglass://guide"),
                agent.client.listResources().resources().stream()
                        .map(McpSchema.Resource::uri)
                        .toList());
        assertTrue(read("traceglass://guide").contains("thread_state"));
        assertEquals(4, agent.client.listResourceTemplates().resourceTemplates().size());
        assertTrue(read("traceglass://" + id + "/schema").contains("| slice |"));
        assertTrue(read("traceglass://" + id + "/modules").contains("| slices.with_context |"));
        assertTrue(read("traceglass://" + id + "/summary").contains("slow.txt"));
        assertTrue(read("traceglass://" + id + "/stats").contains("Statistics"));
        McpError error = assertThrows(McpError.class, () -> read("traceglass://t999/schema"));
        assertTrue(error.getMessage().contains("t999"), error::getMessage);
    }

    private static String read(String uri) {
        McpSchema.ReadResourceResult result = agent.client.readResource(
                McpSchema.ReadResourceRequest.builder(uri).build());
        return ((McpSchema.TextResourceContents) result.contents().getFirst()).text();
    }

    @Test
    void promptsGuideTypicalInvestigations() {
        List<String> names = agent.client.listPrompts().prompts().stream()
                .map(McpSchema.Prompt::name)
                .sorted()
                .toList();
        assertEquals(
                List.of("before_after", "blocked_thread", "high_cpu", "jank", "memory_growth", "slow_startup"), names);
        Set<String> tools =
                agent.client.listTools().tools().stream().map(Tool::name).collect(Collectors.toSet());
        for (String name : names) {
            McpSchema.GetPromptResult prompt = agent.client.getPrompt(
                    new McpSchema.GetPromptRequest(name, Map.of("trace", "my.trace", "focus", "my.app")));
            String text = ((McpSchema.TextContent) prompt.messages().getFirst().content()).text();
            assertTrue(text.contains("my.trace") && text.contains("my.app"), text);
            assertFalse(text.contains("{"), text);
            assertTrue(text.contains("take_picture"), text);
            for (String word : text.split("[^a-z_]+")) {
                boolean isTool = word.matches("(open|find|list|explain|compare|take|describe)_\\w+");
                assertTrue(!isTool || tools.contains(word), () -> name + " names the tool " + word);
            }
        }
    }
}
