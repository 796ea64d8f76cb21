package traceglass.ingest.android;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Tests modules on a small trace of atrace markers written by Android's services.
class AndroidMarksTest {
    private static final int SERVER = 1000;
    private static final int APP = 2000;

    @TempDir
    Path dir;

    private final StringBuilder lines = new StringBuilder();
    private TraceStore store;
    private SqlSession session;

    @BeforeEach
    void writeHeader() {
        lines.append("""
            <html><body>
            <script class="trace-data" type="application/text">
            PROCESS DUMP
            USER PID PPID VSZ RSS WCHAN PC S NAME COMM
            system 1000 1 0 0 0 0 S system_server system_server
            u0 2000 1 0 0 0 0 S com.app com.app
            </script>
            <script class="trace-data" type="application/text">
            # tracer: nop
            #
            #           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION
            """);
        mark(0, SERVER, "I|1000|begin");
        mark(0, APP, "I|2000|begin");
    }

    @AfterEach
    void close() throws Exception {
        if (session != null) {
            session.close();
        }
        if (store != null) {
            store.close();
        }
    }

    /// Adds a marker of a process's main thread, at a time in milliseconds after the first one.
    private void mark(int ms, int pid, String text) {
        lines.append(String.format(
                Locale.ROOT,
                "  %s-%d (%5d) [000] .... %.6f: tracing_mark_write: %s%n",
                pid == SERVER ? "system_server" : "com.app",
                pid,
                pid,
                10 + ms / 1000.0,
                text));
    }

    private void slice(int ms, int untilMs, int pid, String name) {
        mark(ms, pid, "B|" + pid + "|" + name);
        mark(untilMs, pid, "E|" + pid);
    }

    /// Returns the rows of a query, with times in milliseconds from the first marker.
    private String rows(String sql) throws Exception {
        if (session == null) {
            Path file = Files.writeString(dir.resolve("marks.html"), lines.append("</script></body></html>\n"));
            store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                    .store();
            session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
            session.run(
                    "CREATE PERFETTO FUNCTION ms(t LONG) RETURNS LONG AS SELECT CAST(round(($t - 10000000000) / 1e6)"
                            + " AS INT)",
                    cursor -> {});
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session.run(sql, new CsvPrinter(out));
        String text = out.toString(StandardCharsets.UTF_8);
        return text.substring(text.indexOf('\n') + 1).strip().replace("\"", "");
    }

    @Test
    void jobsAreNamedByServiceAndUser() throws Exception {
        mark(5, SERVER, "G|1000|JobScheduler|*job*<10012>com.app/.Sync#77|1");
        mark(25, SERVER, "H|1000|JobScheduler|1");
        assertEquals("77,10012,com.app,.Sync,5,20", rows("""
            INCLUDE PERFETTO MODULE android.job_scheduler;
            SELECT job_id, uid, package_name, job_service_name, ms(ts), dur / 1000000 FROM android_job_scheduler_events\
            """));
    }

    @Test
    void frozenAppsHaveTheReasonOfTheirThaw() throws Exception {
        slice(10, 11, SERVER, "Freeze com.app:2000");
        slice(30, 31, SERVER, "Unfreeze com.app:2000 6");
        slice(50, 51, SERVER, "Freeze com.app:2000");
        mark(80, SERVER, "I|1000|end");
        assertEquals("2000,10,20,6,start_service\n2000,50,30,[NULL],[NULL]", rows("""
            INCLUDE PERFETTO MODULE android.freezer;
            SELECT pid, ms(ts), dur / 1000000, unfreeze_reason_int, unfreeze_reason_str FROM android_freezer_events\
            """));
    }

    @Test
    void wakeupsHaveARowPerCause() throws Exception {
        mark(10, SERVER, "N|1000|suspend_backoff|bad continue short 3 40");
        mark(11, SERVER, "N|1000|wakeup_reason|5 12 modem:13 alarm");
        mark(12, SERVER, "N|1000|wakeup_attribution|5 phone");
        mark(60, SERVER, "N|1000|wakeup_reason|6 Abort: Pending Wakeup Sources: wlan timer");
        assertEquals("""
            11,40,normal,modem,phone,bad,40
            60,0,abort_pending,wlan,[NULL],[NULL],[NULL]
            11,40,normal,alarm,phone,bad,40
            60,0,abort_pending,timer,[NULL],[NULL],[NULL]\
            """, rows("""
                INCLUDE PERFETTO MODULE android.wakeups;
                SELECT ms(ts), dur / 1000000, type, item, on_device_attribution, suspend_quality, backoff_millis FROM android_wakeups\
                """));
    }

    @Test
    void anAnrHasItsKindItsLimitAndItsComponent() throws Exception {
        slice(8, 9, SERVER, "expired(4,2000,10012,SERVICE_TIMEOUT,20000)");
        mark(10, SERVER, "C|1000|ErrorId:com.app 2000#e1|1");
        mark(11, SERVER, "C|1000|Subject(for ErrorId e1):executing service com.app/.Sync, waited 20s|1");
        mark(20, SERVER, "C|1000|ErrorId:com.app 2000#e2|1");
        mark(
                21,
                SERVER,
                "C|1000|Subject(for ErrorId e2):Broadcast of Intent { act=a.B flg=0x40000010 cmp=com.app/.Rec }|1");
        assertEquals(
                "e1,EXECUTING_SERVICE,[NULL],com.app/.Sync,20000,20000,2\n"
                        + "e2,EXECUTING_SERVICE,[NULL],[NULL],20000,20000,12",
                rows("""
                    INCLUDE PERFETTO MODULE android.anrs;
                    SELECT error_id, anr_type, intent, CASE WHEN error_id = 'e1' THEN component END, anr_dur_ms, default_anr_dur_ms, timer_delay / 1000000
                    FROM android_anrs\
                    """));
        assertEquals("a.B,com.app/.Rec,60000", rows("""
            SELECT _get_intent('BROADCAST_OF_INTENT', subject), _get_component('BROADCAST_OF_INTENT', subject), _default_anr_dur('BROADCAST_OF_INTENT', subject)
            FROM android_anrs WHERE error_id = 'e2'\
            """));
    }

    @Test
    void theFirstComponentStartedIsTheReasonOfAProcessStart() throws Exception {
        slice(5, 7, SERVER, "Start proc: com.app");
        slice(10, 13, APP, "bindApplication");
        slice(14, 18, APP, "performCreate:com.app.Main");
        assertEquals("com.app,activity,com.app.Main,5,10,14,13", rows("""
            INCLUDE PERFETTO MODULE android.app_process_starts;
            SELECT process_name, reason, intent, ms(proc_start_ts), ms(bind_app_ts), ms(intent_ts), total_dur / 1000000 FROM android_app_process_starts\
            """));
    }

    @Test
    void theBatteryStateIsUnknownUntilTheFirstValue() throws Exception {
        mark(10, SERVER, "C|1000|BatteryStatus|2");
        mark(30, SERVER, "C|1000|BatteryStatus|4");
        mark(50, SERVER, "I|1000|end");
        assertEquals("0,10,unknown,Unknown\n10,20,charging,Charging\n30,20,not_charging,Not charging", rows("""
            INCLUDE PERFETTO MODULE android.battery.charging_states;
            SELECT ms(ts), dur / 1000000, short_charging_state, charging_state FROM android_charging_states\
            """));
    }

    @Test
    void oomScoresHaveTheUpdateThatSetThem() throws Exception {
        mark(6, SERVER, "C|1000|oom_score_adj|-900");
        mark(10, APP, "C|2000|oom_score_adj|0");
        slice(20, 21, SERVER, "updateOomAdj_bindService");
        mark(22, APP, "C|2000|oom_score_adj|905");
        mark(40, APP, "I|2000|end");
        assertEquals("6,system,[NULL]\n10,foreground,[NULL]\n22,cached,bindService", rows("""
            INCLUDE PERFETTO MODULE android.oom_adjuster;
            SELECT ms(ts), bucket, oom_adj_reason FROM android_oom_adj_intervals ORDER BY ts\
            """));
    }
}
