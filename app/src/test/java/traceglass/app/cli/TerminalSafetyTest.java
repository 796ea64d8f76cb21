package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;

/// Runs every command with file names and names in a trace that contain terminal control characters: escape sequences
/// of three kinds, a bell, and characters that change the text direction. None may reach standard output or standard
/// error.
class TerminalSafetyTest {

    private static final String EVIL = "a\u001b[31mb\u001b]0;c\u0007d\u009b2Je\u202ef\u2066g\rh";

    /// Commands that write data for programs to standard output, unless it is a terminal.
    private static final Set<String> DATA = Set.of("query", "shell");

    /// Commands that would open a window or run until stopped; they get invalid arguments here.
    private static final Set<String> FAILING =
            Set.of("open", "sample", "record", "serve", "service", "screenshot", "bench");

    @TempDir
    Path folder;

    private Path trace;
    private Path packets;
    private Path absent;
    private Path unknown;
    private InputStream previousIn;

    @BeforeEach
    void writeTraces() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "other systems restrict file names");
        Path unsafe = Files.createDirectory(folder.resolve(EVIL));
        trace = Files.writeString(unsafe.resolve(EVIL + ".json"), """
            {"traceEvents": [
            {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "%1$s"}},
            {"ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": {"name": "%1$s"}},
            {"ph": "X", "pid": 1, "tid": 1, "cat": "%1$s", "name": "%1$s", "ts": 1, "dur": 5, "args": {"%1$s": "%1$s"}},
            {"ph": "C", "pid": 1, "name": "%1$s", "ts": 1, "args": {"%1$s": 1}}]}
            """.formatted(json(EVIL)));
        packets = Files.write(unsafe.resolve(EVIL + ".pftrace"), packets());
        unknown = Files.writeString(unsafe.resolve(EVIL + ".txt"), EVIL + " is not a trace ".repeat(20));
        absent = unsafe.resolve("absent" + EVIL);
        previousIn = System.in;
    }

    @AfterEach
    void restoreInput() {
        System.setIn(previousIn);
    }

    private static byte[] packets() {
        Trace.Builder builder = Trace.newBuilder();
        builder.addPacketBuilder()
                .setTrackDescriptor(TrackDescriptor.newBuilder()
                        .setUuid(1)
                        .setProcess(ProcessDescriptor.newBuilder().setPid(1).setProcessName(EVIL)));
        for (TrackEvent.Type type : List.of(TrackEvent.Type.TYPE_SLICE_BEGIN, TrackEvent.Type.TYPE_SLICE_END)) {
            TrackEvent.Builder event = TrackEvent.newBuilder().setTrackUuid(1).setType(type);
            if (type == TrackEvent.Type.TYPE_SLICE_BEGIN) {
                event.setName(EVIL).addCategories(EVIL);
            }
            builder.addPacketBuilder().setTimestamp(1000L * type.getNumber()).setTrackEvent(event);
        }
        for (TracePacket.Builder packet : builder.getPacketBuilderList()) {
            packet.setTrustedPacketSequenceId(1);
        }
        return builder.build().toByteArray();
    }

    private static String json(String text) {
        return text.chars().mapToObj(c -> "\\u%04x".formatted(c)).collect(Collectors.joining());
    }

    /// Returns at least one command line for each command.
    private List<List<Object>> lines() {
        Path out = trace.resolveSibling("out");
        List<List<Object>> lines = new ArrayList<>();
        for (Path file : List.of(trace, unknown, absent)) {
            lines.add(List.of("query", "select name from slice", file));
            lines.add(List.of("info", file));
            lines.add(List.of("compare", file, trace));
            lines.add(List.of("convert", "json", file, "-o", out + "1"));
            lines.add(List.of("export", "csv", file, "-o", out + "2"));
            lines.add(List.of("config", "-c", file));
            lines.add(List.of("record", "--target=local", "-c", file, "-o", EVIL));
        }
        for (Path file : List.of(packets, unknown)) {
            lines.add(List.of("shell", file));
            lines.add(List.of("convert", "text", file, "-o", out + "1"));
            lines.add(List.of("cut", file, "--time=0..1s", "-o", out + "3"));
            lines.add(List.of("merge", file, file, "-o", out + "4"));
            lines.add(List.of("decompress", file, "-o", out + "5"));
            lines.add(List.of("symbolize", file, "-o", out + "6", "--symbols", absent));
            lines.add(List.of("deobfuscate", file, "-o", out + "7", "--mapping", EVIL + "=" + absent));
            lines.add(List.of("bundle", file, "-o", out + "8"));
            lines.add(List.of("trace-size", file));
            lines.add(List.of("summarize", file, "--spec", absent));
        }
        for (Path file : List.of(unknown, absent)) {
            lines.add(List.of("screenshot", file, "-o", out + ".png"));
            lines.add(List.of("bench", "import", file));
            lines.add(List.of("serve", "--http=0", file));
        }
        lines.add(List.of("open", absent));
        lines.add(List.of(EVIL));
        lines.add(List.of("open", "traceglass://open?file=" + EVIL));
        lines.add(List.of("sample", EVIL));
        lines.add(List.of("query", "select " + EVIL, trace));
        lines.add(List.of("query", "-f", absent, trace));
        lines.add(List.of("query", "--remote", EVIL, "select 1"));
        lines.add(List.of("export", "csv", trace, "--tables", EVIL, "-o", out + "2"));
        lines.add(List.of("record", "--target", EVIL));
        lines.add(List.of("record", "--target=local", "-t", EVIL));
        lines.add(List.of("record", "--target=local", "--preset", EVIL));
        lines.add(List.of("record", "--target=local", "--daemons", absent, "-t", "1s"));
        lines.add(List.of("record", "--fetch", EVIL));
        lines.add(List.of("record", "--target=local", "-t", "1s", "-o", unknown));
        lines.add(List.of("serve", "--unix", EVIL));
        lines.add(List.of("serve", "kill", EVIL));
        lines.add(List.of("serve", "--modules", absent, "--http=0"));
        lines.add(List.of("serve", "--add-sql-package", absent + "@" + EVIL, "--http=0"));
        lines.add(List.of("service", "--consumer-socket", absent.resolve("socket"), "--producer-socket", EVIL + "/x"));
        lines.add(List.of("devices", EVIL));
        lines.add(List.of("config", "--platform", EVIL));
        lines.add(List.of("cache", "list", "--cache-dir", trace.getParent()));
        lines.add(List.of("cache", "clear", "--cache-dir", absent));
        lines.add(List.of("cache", EVIL));
        lines.add(List.of("importers", "allow", EVIL));
        lines.add(List.of("completion", EVIL));
        lines.add(List.of("help", EVIL));
        lines.add(List.of("info", trace, "--" + EVIL));
        lines.addAll(fleetLines(out));
        return lines;
    }

    private List<List<Object>> fleetLines(Path out) {
        return List.of(
                List.of("fleet", "import", trace.getParent(), "-o", out + "9", "--pattern={" + EVIL + "}"),
                List.of("fleet", "import", trace.getParent(), absent, "-o", out + "9"),
                List.of("fleet", "list", out + "9"),
                List.of("fleet", "query", out + "9", "--each", "select " + EVIL),
                List.of("fleet", "compare", trace, packets),
                List.of("update"),
                List.of("update", "check", "--address", EVIL),
                List.of("info", trace, EVIL),
                List.of("mcp", EVIL));
    }

    @Test
    void noCommandPrintsControlCharacters() {
        List<String> found = new ArrayList<>();
        Set<String> run = new TreeSet<>();
        for (List<Object> line : lines()) {
            String command = line.getFirst().toString();
            run.add(command);
            System.setIn(new ByteArrayInputStream("select name from slice;\n.quit\n".getBytes(StandardCharsets.UTF_8)));
            List<Object> arguments = new ArrayList<>(line);
            if (!line.contains("--cache-dir")) {
                arguments.add("--no-cache");
            }
            CommandRun result = CommandRun.of(arguments.toArray());
            if (FAILING.contains(command)) {
                assertTrue(result.code() != 0, () -> "it should fail: " + line);
            }
            if (isUnsafe(result.err())) {
                found.add(visible(
                        command + " " + line.subList(1, line.size()) + " prints to standard error: " + result.err()));
            }
            if (!DATA.contains(command) && isUnsafe(result.out())) {
                found.add(visible(command + " " + line.subList(1, line.size()) + " prints: " + result.out()));
            }
        }
        assertEquals("", String.join("\n", found));
        assertTrue(
                run.containsAll(Root.commandLine().getSubcommands().keySet()),
                () -> "not run: " + Root.commandLine().getSubcommands().keySet() + " without " + run);
    }

    private static boolean isUnsafe(String text) {
        return text.chars().anyMatch(TerminalSafetyTest::isUnsafe);
    }

    private static boolean isUnsafe(int c) {
        return c < ' ' && c != '\n' && c != '\t'
                || c >= 0x7f && c < 0xa0
                || c >= 0x202a && c <= 0x202e
                || c >= 0x2066 && c <= 0x2069;
    }

    private static String visible(String text) {
        return text.chars()
                .mapToObj(c -> isUnsafe(c) ? "<%02x>".formatted(c) : Character.toString(c))
                .collect(Collectors.joining());
    }
}
