package traceglass.engine.fleet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import traceglass.store.text.Json;

/// Creates many traces from one to measure fleets. Times are shifted, and each duration is multiplied by two random
/// factors: one for its slice name and one for the slice. In every second trace, in the folder `change`, slices with
/// one name take longer by a known share. Not a test: run it with
/// `java … traceglass.engine.fleet.FleetMaker SOURCE.json FOLDER NUMBER NAME SHARE SEED`.
public final class FleetMaker {

    /// Factor that shortens slices, so that they stay within their parents.
    private static final double SHRINK_FACTOR = 0.7;

    private static final double DEVIATION = 0.05;
    private static final double SHIFT_US = 1e9;

    private FleetMaker() {}

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        Object read = Json.read(Files.readAllBytes(Path.of(args[0])));
        List<Object> events = (List<Object>) (read instanceof Map<?, ?> map ? map.get("traceEvents") : read);
        Path folder = Path.of(args[1]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[5]));
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            boolean isChange = i % 2 == 1;
            double slowdown = isChange ? 1 + Double.parseDouble(args[4]) : 1;
            Path file = folder.resolve(isChange ? "change" : "main").resolve("run-" + i + ".json");
            Files.createDirectories(file.getParent());
            List<Object> changed = changeDurations(events, args[3], slowdown, random);
            Files.writeString(file, Json.compact(out -> Json.write(changed, out)));
        }
    }

    private static List<Object> changeDurations(
            List<Object> events, String name, double slowdown, SplittableRandom random) {
        Map<Object, Double> factors = new HashMap<>();
        double shift = Math.rint(random.nextDouble() * SHIFT_US);
        return events.stream()
                .map(event -> {
                    if (!(event instanceof Map<?, ?> map) || !(map.get("ts") instanceof Number ts)) {
                        return event;
                    }
                    Map<String, Object> copy = new LinkedHashMap<>();
                    map.forEach((key, value) -> copy.put(String.valueOf(key), value));
                    copy.put("ts", ts.doubleValue() + shift);
                    if (map.get("dur") instanceof Number dur) {
                        Object sliceName = String.valueOf(map.get("name"));
                        double factor = factors.computeIfAbsent(
                                sliceName,
                                n -> SHRINK_FACTOR
                                        * Math.exp(DEVIATION * random.nextGaussian())
                                        * (n.equals(name) ? slowdown : 1));
                        double sliceFactor = 1 - DEVIATION * random.nextDouble();
                        copy.put("dur", dur.doubleValue() * factor * sliceFactor);
                    }
                    return (Object) copy;
                })
                .toList();
    }
}
