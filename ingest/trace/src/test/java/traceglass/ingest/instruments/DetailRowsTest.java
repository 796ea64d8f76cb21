package traceglass.ingest.instruments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class DetailRowsTest {

    private static byte[] export(String rows) {
        return ("<?xml version=\"1.0\"?>\n<trace-query-result>\n<node xpath='//detail[1]'>" + rows
                        + "</node></trace-query-result>")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static final String ALLOCATIONS = """
        <row address="0x10" category="Malloc 80 Bytes" live="true" responsible-caller="0x1010" size="80" \
        responsible-library="App" timestamp="00:01.500.000" index="0"><backtrace><frame id="0" name="malloc" \
        addr="0x2010"><binary id="1" name="libsystem_malloc.dylib" load-addr="0x2000" path="/usr/lib/m.dylib"/>\
        </frame><frame id="2" name="main" addr="0x1010"><binary id="3" name="App" load-addr="0x1000"/></frame>\
        </backtrace></row>
        <row address="0x20" category="Malloc 48 Bytes" live="false" responsible-caller="make()" size="48" \
        responsible-library="App" timestamp="01:02:03.000.004" index="1"/>
        <row address="0x30" category="VM: Stack" live="true" responsible-caller="&lt;Call stack limit reached&gt;" \
        size="16" responsible-library="" timestamp="00:02.000.000" index="2"/>
        """;

    /// Returns the sums of the values by profile.
    private static Map<String, Long> sums(TraceStorage storage) {
        Table profiles = storage.table("__intrinsic_aggregate_profile");
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Map<String, Long> sums = new TreeMap<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            int row = samples.ints("aggregate_profile_id").get(i);
            String name = storage.strings().get(profiles.strings("name").get(row)) + ", "
                    + storage.strings().get(profiles.strings("sample_type_unit").get(row));
            sums.merge(name, (long) samples.doubles("value").get(i), Long::sum);
        }
        return sums;
    }

    @Test
    void readsTheListOfAllocations() throws Exception {
        TraceStorage storage = DamagedFile.read(export(ALLOCATIONS));
        assertEquals(
                Map.of(
                        "Instruments allocated, bytes", 144L,
                        "Instruments allocations, count", 3L,
                        "Instruments live, bytes", 96L,
                        "Instruments live allocations, count", 2L),
                sums(storage));
        assertEquals(0, stat(storage, "instruments_row_without_time"));
        Table counters = storage.table("__intrinsic_counter");
        assertEquals(1_500_000_000L, counters.longs("ts").get(0));
        assertEquals(3_723_000_004_000L, counters.longs("ts").get(2));
        assertEquals(144, counters.doubles("value").get(2));
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < callsites.rowCount(); i++) {
            names.append(callsites.ints("depth").get(i))
                    .append(storage.strings()
                            .get(frames.strings("name")
                                    .get(callsites.ints("frame_id").get(i))))
                    .append(' ');
        }
        assertEquals("0main 1malloc 0make() 1Malloc 48 Bytes 0VM: Stack ", names.toString());
    }

    @Test
    void addsUpAllocationsWithTheSameStack() throws Exception {
        String first = ALLOCATIONS.lines().findFirst().orElseThrow();
        String repeated =
                "<row address=\"0x40\" category=\"Malloc 80 Bytes\" live=\"true\" responsible-caller=\"0x1010\""
                        + " size=\"80\" timestamp=\"00:03.000.000\"><backtrace><frame ref=\"0\"/><frame ref=\"2\"/>"
                        + "</backtrace></row>";
        TraceStorage storage = DamagedFile.read(export(first + repeated));
        assertEquals(160L, sums(storage).get("Instruments live, bytes"));
        assertEquals(4, storage.table("__intrinsic_aggregate_sample").rowCount());
        assertEquals(160, storage.table("__intrinsic_counter").doubles("value").get(1));
    }

    @Test
    void readsLeaks() throws Exception {
        TraceStorage storage =
                DamagedFile.read(export("<row leaked-object=\"NSData\" size=\"448\" responsible-frame=\"f\""
                        + " count=\"2\" responsible-library=\"App\" address=\"0x1\"/><row leaked-object=\"CFSet\""
                        + " size=\"48\" responsible-frame=\"f\" responsible-library=\"App\"/>"));
        assertEquals(Map.of("Instruments leaked, bytes", 496L, "Instruments leaks, count", 3L), sums(storage));
    }

    @Test
    void readsStatisticsWithoutTheirSums() throws Exception {
        TraceStorage storage = DamagedFile.read(export("<row category=\"All Heap Allocations\" persistent-bytes=\"64\""
                + " count-persistent=\"2\" total-bytes=\"96\" count-total=\"3\"/><row category=\"Malloc 32 Bytes\""
                + " persistent-bytes=\"64\" count-persistent=\"2\" total-bytes=\"96\" count-total=\"3\"/>"));
        assertEquals(
                Map.of(
                        "Instruments number of persistent, count", 2L,
                        "Instruments number of total, count", 3L,
                        "Instruments persistent, bytes", 64L,
                        "Instruments total, bytes", 96L),
                sums(storage));
    }

    @Test
    void readsRegionsAlthoughTheirXmlIsInvalid() throws Exception {
        TraceStorage storage = DamagedFile.read(export("<row path=\"App\" dirty-size=\"4\" resident-size=\"8\""
                + " virtual-size=\"16\" type=\"__TEXT 5%\" swapped-size=\"0\" resident-%=\"50.00\"/>"));
        assertEquals(
                Map.of(
                        "Instruments dirty, bytes", 4L,
                        "Instruments resident, bytes", 8L,
                        "Instruments virtual, bytes", 16L),
                sums(storage));
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        assertEquals("__TEXT 5%", storage.strings().get(frames.strings("name").get(0)));
    }

    private static String lenient(String xml) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Reader in = new AttributeNameFilter(new StringReader(xml))) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                text.append((char) c);
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
        <a b-%="5%" c='%>'>5%</a%>            | <a b-_="5%" c='%>'>5%</a_>
        <!-- don't 5% --><a b-%="1"/>         | <!-- don't 5% --><a b-_="1"/>
        <!----><a %="1"/>                     | <!----><a _="1"/>
        <!-- <a %="1"> -- > %--><a %="1"/>    | <!-- <a %="1"> -- > %--><a _="1"/>
        <a><![CDATA[5% ]] > '"<b %>]]]></a%>  | <a><![CDATA[5% ]] > '"<b %>]]]></a_>
        <?pi don't 5%?><a %="1"/>             | <?pi don't 5%?><a _="1"/>
        <![CDAT%><a %="1"/>                   | <![CDAT_><a _="1"/>
        """)
    void replacesPercentSignsOnlyInNames(String xml, String expected) throws IOException {
        assertEquals(expected, lenient(xml));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(export(ALLOCATIONS), 55);
    }
}
