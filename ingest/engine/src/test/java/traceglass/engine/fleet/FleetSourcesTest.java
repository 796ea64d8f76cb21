package traceglass.engine.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.source.FleetLabels;

class FleetSourcesTest {

    private static final String CTF_METADATA = """
            /* CTF 1.8 */
            typealias integer { size = 32; align = 8; } := uint32_t;
            typealias integer { size = 8; align = 8; } := uint8_t;
            trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint32_t magic; }; };
            clock { name = c; freq = 1000000000; };
            typealias integer { size = 32; align = 8; map = clock.c.value; } := time_t;
            stream {
                packet.context := struct { uint32_t content_size; uint32_t packet_size; };
                event.header := struct { uint8_t id; time_t timestamp; };
            };
            event { name = "one"; id = 1; fields := struct { uint32_t value; }; };
            """;

    @TempDir
    private Path folder;

    private Path runs;
    private final List<FleetFailure> failures = new ArrayList<>();

    @BeforeEach
    void writeTraces() throws IOException {
        runs = folder.resolve("runs");
        FleetTraces.write(runs, "main/phone-1.json", 1000);
        FleetTraces.write(runs, "main/phone-2.json", 1100);
    }

    private Fleet imported(String... sources) {
        Fleet fleet = Fleet.create(folder.resolve("fleet"));
        failures.clear();
        failures.addAll(fleet.add(new FleetImport(List.of(sources), FleetLabels.none(), 1, 0, null))
                .failures());
        return fleet;
    }

    private List<String> reasons() {
        return failures.stream().map(FleetFailure::reason).toList();
    }

    @Test
    void emptyFilesAreReportedAndSkipped() throws IOException {
        Files.createFile(runs.resolve("empty.json"));
        Files.createFile(runs.resolve("too.json"));
        assertEquals(2, imported(runs.toString()).traces().size());
        assertEquals(List.of("empty.json is empty (0 bytes)", "too.json is empty (0 bytes)"), reasons());
    }

    @Test
    void fleetsAndFilesOnOtherComputersAreNotImported() {
        Path other = folder.resolve("other.fleet");
        Fleet.create(other).add(FleetImport.of(List.of(runs.toString())));
        assertEquals(
                List.of(),
                imported(other.toString(), "s3://traces/2026/", "https://example.com/a.pftrace")
                        .traces());
        String remote = "is not a local file; import it with Spark, or copy it to this computer first";
        assertEquals(
                List.of("is a fleet; import the files from which its traces were imported", remote, remote), reasons());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // Links need a privilege there.
    void brokenLinksAreReportedAndLinkLoopsIgnored() throws IOException {
        Files.createSymbolicLink(runs.resolve("main/loop"), runs);
        Files.createSymbolicLink(runs.resolve("main/gone.json"), folder.resolve("gone"));
        assertEquals(2, imported(runs.toString()).traces().size());
        assertEquals(List.of("is a link to a file that does not exist"), reasons());
        imported(runs + "/**/phone*.json");
        assertEquals(List.of(), reasons());
    }

    private static void writeCtf(Path ctf, int value) throws IOException {
        Files.createDirectories(ctf);
        Files.writeString(ctf.resolve("metadata"), CTF_METADATA);
        ByteBuffer packet = ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN);
        packet.putInt(0xC1FC1FC1).putInt(21 * 8).putInt(21 * 8);
        packet.put((byte) 1).putInt(1000).putInt(value);
        Files.write(ctf.resolve("channel"), packet.array());
    }

    @Test
    void aFolderThatIsATraceIsImportedAsOne() throws IOException {
        writeCtf(runs.resolve("ctf-1"), 1);
        writeCtf(runs.resolve("ctf-2"), 2);
        Fleet fleet = imported(runs.toString());
        assertEquals(List.of(), reasons());
        List<FleetTrace> traces = fleet.traces();
        assertEquals(
                List.of("ctf-1", "ctf-2", "phone-1.json", "phone-2.json"),
                traces.stream().map(FleetTrace::name).toList());
        assertEquals(
                21 + Files.size(runs.resolve("ctf-1/metadata")),
                traces.getFirst().bytes());
        assertEquals(
                List.of("[name=one, value=1]", "[name=one, value=2]"),
                rows(fleet.queryTogether(
                        "SELECT s.name, a.int_value AS value FROM slice s JOIN args a USING (trace_id, arg_set_id)"
                                + " WHERE a.key = 'value' ORDER BY 2",
                        FleetRun.onAll().where("name LIKE 'ctf%'"))));
        assertEquals(4, fleet.add(FleetImport.of(List.of(runs.toString()))).unchanged());
    }

    private static List<String> rows(FleetRows rows) {
        try (rows) {
            return rows.list().stream().map(Object::toString).toList();
        }
    }
}
