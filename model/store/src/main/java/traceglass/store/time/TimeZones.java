package traceglass.store.time;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Time zones known to this system, and a parser for their names.
public final class TimeZones {

    /// Sorted on first use.
    private static final class ZoneNames {

        private static final List<String> NAMES = ZoneId.getAvailableZoneIds().stream()
                .filter(id -> !id.startsWith("SystemV/"))
                .sorted()
                .toList();
    }

    private TimeZones() {}

    /// Returns the names of all zones, such as `Europe/Berlin`, in alphabetical order.
    public static List<String> names() {
        return ZoneNames.NAMES;
    }

    /// Parses the name of a zone ignoring case, a city of one (`berlin`, `new york`), or an offset from UTC:
    /// `+5:30`, `-8`, `UTC+2`, `GMT-0330`. Empty for anything else, and for a city that occurs in several zones.
    public static Optional<ZoneId> parse(String text) {
        String zone = text.strip();
        if (zone.isEmpty()) {
            return Optional.empty();
        }
        Optional<ZoneId> offset = offset(zone);
        if (offset.isPresent()) {
            return offset;
        }
        String normalized = zone.toLowerCase(Locale.ROOT).replace(' ', '_');
        List<String> exact = ZoneNames.NAMES.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).equals(normalized))
                .toList();
        List<String> matches = !exact.isEmpty()
                ? exact
                : ZoneNames.NAMES.stream()
                        .filter(name -> name.toLowerCase(Locale.ROOT).endsWith("/" + normalized))
                        .toList();
        return matches.size() == 1 ? Optional.of(ZoneId.of(matches.getFirst())) : Optional.empty();
    }

    private static Optional<ZoneId> offset(String text) {
        String digits = text.replace('−', '-').replaceFirst("^(?i:utc|gmt)\\s*(?=[-+])", "");
        if (digits.equalsIgnoreCase("z")) {
            return Optional.of(ZoneOffset.UTC);
        }
        if (!digits.matches("[-+]\\d{1,2}(:?\\d\\d)?")) {
            return Optional.empty();
        }
        String number = digits.substring(1).replace(":", "");
        int hours = Integer.parseInt(number.length() > 2 ? number.substring(0, number.length() - 2) : number);
        int minutes = number.length() > 2 ? Integer.parseInt(number.substring(number.length() - 2)) : 0;
        int sign = digits.charAt(0) == '-' ? -1 : 1;
        try {
            return Optional.of(ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
