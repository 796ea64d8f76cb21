package traceglass.app.panel.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import traceglass.analysis.listing.Facet;
import traceglass.analysis.logs.LogListing;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

class JournalUnitsTest {

    @Test
    void journalLinesHaveAUnitToFilterBy() throws Exception {
        Path file = SharedTestTrace.require("README.md")
                .getParent()
                .getParent()
                .resolve("conformance/traces/6e338e765892b4cbcba76dfc.pftrace");
        Assumptions.assumeTrue(Files.exists(file));
        LogListing listing = new LogListing();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            listing.inspect(new TraceQueries(c));
            assertEquals(
                    List.of("Tag", "Process", "Log", "Unit"),
                    listing.shownFacets().stream().map(Facet::title).toList());
            try (Statement s = c.createStatement();
                    ResultSet r = s.executeQuery("SELECT unit, tag, message FROM (" + listing.rows("true") + ")")) {
                r.next();
                assertEquals(
                        List.of("myapp.service", "myapp", "hello world"),
                        List.of(r.getString(1), r.getString(2), r.getString(3)));
                assertFalse(r.next(), "a line is listed twice");
            }
        }
    }

    @Test
    void unitsAreNotOfferedForAPhone() throws Exception {
        LogListing listing = new LogListing();
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("other/android-logcat.log"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            listing.inspect(new TraceQueries(c));
            assertFalse(listing.shownFacets().stream().anyMatch(f -> f.title().equals("Unit")));
            assertFalse(listing.columns().stream().anyMatch(col -> col.title().equals("Unit")));
            try (Statement s = c.createStatement();
                    ResultSet r = s.executeQuery("SELECT count(*), (SELECT count(*) FROM __intrinsic_logs) FROM ("
                            + listing.rows("true") + ")")) {
                r.next();
                assertEquals(r.getLong(2), r.getLong(1));
            }
        }
    }
}
