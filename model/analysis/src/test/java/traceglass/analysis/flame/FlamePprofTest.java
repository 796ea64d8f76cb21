package traceglass.analysis.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;

class FlamePprofTest {

    private static final List<FlameMeasure> MEASURES = List.of(
            new FlameMeasure("unreleased_malloc_size", "Unreleased malloc size", FlameMeasure.Unit.BYTES),
            new FlameMeasure("unreleased_malloc_count", "Unreleased malloc count", FlameMeasure.Unit.ALLOCATIONS));

    private static FlameFrames random(long seed) {
        Random random = new Random(seed);
        FlameFrames.Builder b = new FlameFrames.Builder(2);
        for (int i = 0; i < 300; i++) {
            int offset = 0;
            for (int d = random.nextInt(9); d >= 0; d--) {
                String name = "frame" + random.nextInt(6);
                offset = b.getOrAddChild(offset, name, random.nextBoolean() ? "" : "lib" + name.charAt(5) + ".so");
            }
            b.add(offset, 0, random.nextInt(5000));
            b.add(offset, 1, random.nextInt(3));
        }
        return b.build();
    }

    /// Returns stacks with their modules, outermost frame first, and their values; stacks without values are left
    /// out.
    private static Map<String, String> stacks(FlameFrames frames) {
        Map<String, String> out = new TreeMap<>();
        for (int i = 1; i < frames.size(); i++) {
            StringBuilder path = new StringBuilder();
            for (int ancestor = i; ancestor > 0; ancestor = frames.parent()[ancestor]) {
                path.insert(0, ";" + frames.name()[ancestor] + "@" + frames.module()[ancestor]);
            }
            if (frames.self()[0][i] != 0 || frames.self()[1][i] != 0) {
                out.put(path.toString(), frames.self()[0][i] + " " + frames.self()[1][i]);
            }
        }
        return out;
    }

    private static Profile profile(byte[] bytes) throws IOException {
        return Profile.parseFrom(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes());
    }

    @Test
    void roundTripsAllStacks() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            FlameFrames frames = random(seed);
            Profile p = profile(FlamePprof.of(frames, MEASURES, 1_000_000));
            assertEquals("", p.getStringTable(0));
            assertEquals(p.getStringTableCount(), new HashSet<>(p.getStringTableList()).size());
            assertEquals(
                    "unreleased_malloc_size bytes",
                    p.getStringTable((int) p.getSampleType(0).getType()) + " "
                            + p.getStringTable((int) p.getSampleType(0).getUnit()));
            assertEquals(
                    "unreleased_malloc_count count",
                    p.getStringTable((int) p.getSampleType(1).getType()) + " "
                            + p.getStringTable((int) p.getSampleType(1).getUnit()));
            assertEquals(1_000_000, p.getDurationNanos());
            Map<Long, String> functions = new HashMap<>();
            p.getFunctionList().forEach(f -> functions.put(f.getId(), p.getStringTable((int) f.getName())));
            Map<Long, String> mappings = new HashMap<>(Map.of(0L, ""));
            p.getMappingList().forEach(m -> mappings.put(m.getId(), p.getStringTable((int) m.getFilename())));
            Map<Long, String> locations = new HashMap<>();
            for (Location l : p.getLocationList()) {
                assertTrue(l.getId() > 0);
                locations.put(
                        l.getId(), functions.get(l.getLine(0).getFunctionId()) + "@" + mappings.get(l.getMappingId()));
            }
            Map<String, String> actual = new TreeMap<>();
            for (Sample s : p.getSampleList()) {
                StringBuilder path = new StringBuilder();
                for (long id : s.getLocationIdList()) {
                    path.insert(0, ";" + locations.get(id));
                }
                actual.put(path.toString(), s.getValue(0) + " " + s.getValue(1));
            }
            assertEquals(stacks(frames), actual);
        }
    }

    @Test
    void isReadableByPprof(@TempDir Path folder) throws IOException, InterruptedException {
        Path goProgram = List.of(System.getenv().getOrDefault("PATH", "").split(":")).stream()
                .map(d -> Path.of(d, "go"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(goProgram != null, "Go is not installed");
        FlameFrames frames = random(3);
        Path file = folder.resolve("profile.pb.gz");
        Files.write(file, FlamePprof.of(frames, MEASURES, 0));
        Process p = new ProcessBuilder(
                        goProgram.toString(),
                        "tool",
                        "pprof",
                        "-sample_index=unreleased_malloc_count",
                        "-top",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(p.getInputStream().readAllBytes());
        assertTrue(p.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, p.exitValue(), output);
        long all = frames.total()[1][0];
        assertTrue(output.contains(" of " + all + " total"), output);
    }
}
