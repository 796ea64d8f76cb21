package traceglass.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.app.io.Failure;

class TraceLinkTest {

    @TempDir
    Path folder;

    private Path trace;

    @BeforeEach
    void createTrace() throws IOException {
        trace = Files.writeString(folder.resolve("a +&=%é#.json"), "[]");
    }

    @Test
    void everyPartIsKeptWhenALinkIsCopied() throws Failure {
        TraceLink link = new TraceLink(
                trace,
                new TimeRange(157479470420807L, 157479480420807L, true),
                new TimeRange(5, 9, false),
                new EventRef("slice", 4802),
                "SELECT '50 % & ü+😀=?#' AS x\n-- second line\t");
        String text = link.text();
        assertTrue(text.matches("[!-~]+"), text);
        assertTrue(text.contains("&time=@157479470420807..@157479480420807&"), text);
        assertTrue(text.contains("&select=slice:4802&"), text);
        assertEquals(link, TraceLink.parse(text));
    }

    @Test
    void onlyTheFileIsRequired() throws Failure {
        TraceLink link = new TraceLink(trace, null, null, null, null);
        assertEquals(link, TraceLink.parse(link.text()));
        TraceLink slash =
                TraceLink.parse(link.text().replace("traceglass://open?", "TraceGlass://Open/?") + "&time=1s..2s&");
        assertEquals(trace, slash.file());
        assertEquals(new TimeRange(1_000_000_000, 2_000_000_000, false), slash.time());
        assertNull(slash.sql());
    }

    @Test
    void recognizesALinkByItsScheme() {
        assertTrue(TraceLink.isLink("traceglass://open?file=x"));
        assertTrue(TraceLink.isLink("TRACEGLASS:anything"));
        assertFalse(TraceLink.isLink("traceglass"));
        assertFalse(TraceLink.isLink("/tmp/traceglass:x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "traceglass://open | it has no file",
                "traceglass://open?time=1s..2s | it has no file",
                "traceglass://run?file=FILE | it does not start with traceglass://open?",
                "traceglass://open.evil.example/?file=FILE | it does not start with traceglass://open?",
                "traceglass:open?file=FILE | it does not start with traceglass://open?",
                "traceglass://open?file=FILE&exec=ls | unknown field 'exec' (fields: file, time, range, select, sql)",
                "traceglass://open?file=FILE&file=FILE | field 'file' occurs twice",
                "traceglass://open?file=FILE&time=soon | can't read 'soon' as a time range",
                "traceglass://open?file=FILE&select=slice | can't read 'slice' as an event",
                "traceglass://open?file=FILE&select=slice:x | can't read 'x' in 'slice:x' as an id",
                "traceglass://open?file=FILE&sql=%zz | '%zz' is not escaped correctly",
                "traceglass://open?file=FILE&sql=%4 | '%4' is not escaped correctly",
                "traceglass://open?file=FILE&sql=%ff | '%ff' is not escaped correctly",
                "traceglass://open?file=%00 | is not",
                "traceglass://open?file=a.json | 'a.json' is not the full path of a file on this machine",
                "traceglass://open?file=//server/share/a.json | is not the full path of a file on this machine",
                "traceglass://open?file=%5c%5cserver%5cshare | is not the full path of a file on this machine",
                "traceglass://open?file=FILE.missing | does not exist",
                "traceglass://open?file=FOLDER | is not a file",
            })
    void aBadLinkIsReportedWithItsReason(String link, String reason) {
        String file = new TraceLink(trace, null, null, null, null).text();
        String text = link.replace("FILE", file.substring(file.indexOf('=') + 1))
                .replace("FOLDER", folder.toString().replace("\\", "%5C"));
        Failure e = assertThrows(Failure.class, () -> TraceLink.parse(text));
        assertTrue(e.getMessage().startsWith("can't open the link: "), e.getMessage());
        assertTrue(e.getMessage().contains(reason), e.getMessage());
    }
}
