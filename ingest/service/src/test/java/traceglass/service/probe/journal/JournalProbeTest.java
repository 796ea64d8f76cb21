package traceglass.service.probe.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.system.SystemdJournaldEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.testing.ManualProbeContext;

@Timeout(120)
class JournalProbeTest {

    private static final String ENTRY = """
            __CURSOR=s=1;i=2
            __MONOTONIC_TIMESTAMP=1500
            PRIORITY=4
            _PID=77
            _TID=not a number
            _UID=0
            MESSAGE=a = b
            SYSLOG_IDENTIFIER=kernel
            _COMM=
            OTHER=x

            """;

    @TempDir
    private Path folder;

    private final ManualProbeContext context = new ManualProbeContext();

    private static JournalExport export(String text) {
        return new JournalExport(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void convertsEntries() throws Exception {
        JournalExport export = export(ENTRY + """
                PRIORITY=1

                __MONOTONIC_TIMESTAMP=9000000000000
                MESSAGE
                \5\0\0\0\0\0\0\0one
                2
                _SYSTEMD_UNIT=ssh.service

                __MONOTONIC_TIMESTAMP=1
                MESSAGE=cut""");
        TracePacket.Builder first = TracePacket.newBuilder();
        TextFormat.merge("""
                timestamp: 1500000 timestamp_clock_id: 3
                journald_event { prio: 4 pid: 77 uid: 0 message: "a = b" tag: "kernel" }
                """, first);
        assertEquals(first.build(), TracePacket.parseFrom(export.next()));
        TracePacket second = TracePacket.parseFrom(export.next());
        assertEquals(9_000_000_000_000_000L, second.getTimestamp());
        assertEquals("one\n2", second.getJournaldEvent().getMessage());
        assertEquals("ssh.service", second.getJournaldEvent().getSystemdUnit());
        assertNull(export.next());
        assertEquals(1, export.untimedEntries());
    }

    @Test
    void reportsATruncatedField() {
        JournalExport export = export("MESSAGE\n\5\0\0\0\0\0\0\0on");
        assertThrows(EOFException.class, export::next);
    }

    /// Writes a shell script that replaces `journalctl`.
    private String program(String script) throws IOException {
        Assumptions.assumeTrue(Posix.isSupported());
        Path program = folder.resolve("journalctl");
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program.toString();
    }

    private ProbeInstance start(String program, String config) throws Exception {
        DataSourceConfig.Builder parsed = DataSourceConfig.newBuilder();
        TextFormat.merge("journald_config { " + config + " }", parsed);
        return context.start(new JournalProbe(program), parsed.build());
    }

    private List<SystemdJournaldEvent> await(int count) throws Exception {
        List<SystemdJournaldEvent> events = new ArrayList<>();
        for (int i = 0; i < 500 && events.size() < count; i++) {
            Thread.sleep(10);
            context.runPeriodic();
            context.drainPackets().forEach(p -> events.add(p.getJournaldEvent()));
        }
        return events;
    }

    @Test
    void followsJournalctl() throws Exception {
        Path arguments = folder.resolve("arguments");
        Path entry = Files.writeString(folder.resolve("entry"), ENTRY);
        Path pid = folder.resolve("pid");
        String program = program("echo $$ > '%s'\nprintf '%%s\\n' \"$@\" > '%s'\ncat '%s'\nexec sleep 100\n"
                .formatted(pid, arguments, entry));
        ProbeInstance instance = start(
                program, "min_prio: 2 filter_identifiers: 'a b' filter_identifiers: 'c' filter_units: 'ssh.service'");
        assertEquals("a = b", await(1).getFirst().getMessage());
        List<String> lines = Files.readAllLines(arguments);
        assertEquals(
                List.of(
                        "PRIORITY=0",
                        "PRIORITY=1",
                        "PRIORITY=2",
                        "SYSLOG_IDENTIFIER=a b",
                        "SYSLOG_IDENTIFIER=c",
                        "_SYSTEMD_UNIT=ssh.service"),
                lines.stream().filter(a -> !a.startsWith("--")).toList());
        assertTrue(lines.contains("--follow") && lines.contains("--output=export"));
        assertTrue(lines.stream().anyMatch(a -> a.matches("--since=@\\d+\\.\\d{6}")), lines.toString());
        instance.flush();
        SystemdJournaldEvent stats = context.drainPackets().getLast().getJournaldEvent();
        assertTrue(stats.getNumTotal() == 1 && stats.getNumFailed() == 0);
        ProcessHandle child =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        instance.stop();
        child.onExit().get();
        assertEquals(List.of(), context.warnings());
    }

    @Test
    void reportsWhyJournalctlEnded() throws Exception {
        ProbeInstance instance = start(program("echo 'No rights.' >&2; exit 1\n"), "");
        for (int i = 0; i < 500 && context.warnings().isEmpty(); i++) {
            Thread.sleep(10);
            context.runPeriodic();
        }
        assertEquals(List.of("journalctl ended: No rights."), context.warnings());
        instance.stop();
    }

    @Test
    void isRefusedWithoutJournalctl() {
        ProbeRefused refused = assertThrows(
                ProbeRefused.class, () -> start(folder.resolve("missing").toString(), ""));
        assertFalse(refused.getMessage().isEmpty());
    }
}
