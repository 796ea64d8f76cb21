package traceglass.ingest.bugreport;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Reads dumpstate's output: sections between lines of dashes, and within dumpsys sections the output of each
/// service. Every line becomes a row; logs and battery statistics also become events.
final class DumpstateReader {

    private static final String MARK = "------ ";
    private static final String MARK_END = " ------";
    private static final Pattern TITLE_DATE = Pattern.compile("== dumpstate: (\\d{4})-");
    /// The alarm service prints the time both in UTC and as local wall clock time.
    private static final Pattern WALL_CLOCK =
            Pattern.compile("  nowRTC=(\\d{1,15})=(\\d+-\\d+-\\d+ \\d+:\\d+:\\d+\\.\\d+) nowELAPSED=.*");
    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MILLI_OF_SECOND, 1, 3, true)
            .toFormatter(Locale.ROOT);
    private static final long MS_NS = 1_000_000;

    private enum Section {
        OTHER,
        DUMPSYS,
        LOG,
        BATTERY
    }

    private final ImportContext context;
    private final Table table;
    private final BatteryHistory battery;
    private final LogcatReader log;
    private final Bugreport bugreport;
    /// Log lines that came before the time zone was known.
    private final List<String> pendingLogLines = new ArrayList<>();
    private boolean isZoneKnown;
    private Section section = Section.OTHER;
    private int sectionName;
    private int serviceName;
    private String service = "";

    DumpstateReader(ImportContext context) {
        this.context = context;
        table = context.storage().table(TableNames.AndroidDumpstate.TABLE);
        battery = new BatteryHistory(context);
        log = new LogcatReader(context);
        bugreport = Bugreport.of(context.session());
        bugreport.prepareRecentLog(log);
    }

    void parseLine(String line) {
        if (line.startsWith(MARK) && line.endsWith(MARK_END) && line.length() >= MARK.length() + MARK_END.length()) {
            startSection(line.substring(MARK.length(), line.length() - MARK_END.length()));
            return;
        }
        if (section == Section.DUMPSYS
                && line.startsWith("--------- ")
                && line.contains("was the duration of dumpsys")) {
            serviceName = StringPool.NULL;
            service = "";
            return;
        }
        if (section == Section.DUMPSYS
                && serviceName == StringPool.NULL
                && line.startsWith("----------------------------------------------")) {
            return;
        }
        if (line.startsWith(DumpstateImporter.BATTERY_STATS)) {
            section = Section.BATTERY;
        }
        if (section == Section.DUMPSYS && line.startsWith("DUMP OF SERVICE")) {
            service = line.substring(line.lastIndexOf(' ') + 1);
            service = service.isEmpty() ? service : service.substring(0, service.length() - 1);
            serviceName = context.strings().intern(service);
        } else if (section == Section.DUMPSYS && service.equals("alarm")) {
            readZone(line);
        } else if (section == Section.LOG) {
            if (isZoneKnown) {
                log.parseLine(line);
            } else {
                pendingLogLines.add(line);
            }
        } else if (section == Section.BATTERY) {
            if (!battery.parseLine(line)) {
                return;
            }
        } else if (section == Section.OTHER && line.startsWith("== dumpstate: ")) {
            Matcher m = TITLE_DATE.matcher(line);
            if (m.find()) {
                log.setYear(Integer.parseInt(m.group(1)));
            }
        }
        int row = table.addRow();
        table.strings(TableNames.AndroidDumpstate.SECTION).set(row, sectionName);
        table.strings(TableNames.AndroidDumpstate.SERVICE).set(row, serviceName);
        table.strings(TableNames.AndroidDumpstate.LINE)
                .set(row, context.strings().intern(line));
    }

    private void startSection(String title) {
        serviceName = StringPool.NULL;
        service = "";
        if (title.contains("was the duration of")) {
            sectionName = StringPool.NULL;
            return;
        }
        section = Section.OTHER;
        String name = title;
        if (title.startsWith("DUMPSYS")) {
            section = Section.DUMPSYS;
        } else if (title.startsWith("SYSTEM LOG") || title.startsWith("EVENT LOG") || title.startsWith("RADIO LOG")) {
            // The kernel log is part of the system log.
            section = Section.LOG;
        } else if (title.startsWith("BLOCK STAT")) {
            // There is one such section per device.
            name = "BLOCK STAT";
        } else if (title.startsWith("CHECKIN BATTERYSTATS")) {
            section = Section.BATTERY;
        }
        sectionName = context.strings().intern(name);
    }

    private void readZone(String line) {
        Matcher m = WALL_CLOCK.matcher(line);
        if (isZoneKnown || !m.matches()) {
            return;
        }
        try {
            long wall = LocalDateTime.parse(m.group(2), DATE)
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli();
            long offset = (wall - Long.parseLong(m.group(1))) * MS_NS;
            log.setZoneOffsetNs(offset);
            bugreport.setZoneOffsetNs(offset);
            isZoneKnown = true;
            pendingLogLines.forEach(log::parseLine);
            pendingLogLines.clear();
        } catch (DateTimeException e) {
            context.stats().increment(StatNames.ANDROID_LOG_FORMAT_INVALID);
        }
    }

    void finish() {
        pendingLogLines.forEach(log::parseLine);
        pendingLogLines.clear();
    }
}
