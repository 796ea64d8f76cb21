package traceglass.app.tracks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;

class TrackFinderTest {

    private static final List<TrackNode> TREE = List.of(
            RandomTrackTrees.group(
                    "process/1",
                    "system_server",
                    "1858",
                    List.of(
                            RandomTrackTrees.track("track/1", "RenderThread", "1900", 1),
                            RandomTrackTrees.track("track/2", "main", "1858", 2))),
            RandomTrackTrees.group(
                    "process/2",
                    "com.android.chrome",
                    "2211",
                    List.of(
                            RandomTrackTrees.track("track/3", "RenderThread", "2300", 3),
                            RandomTrackTrees.track("track/4", "CrRendererMain", "2212", 4))),
            RandomTrackTrees.track("track/5", "Renderer memory", "", 5));

    private static List<String> findNames(String typed) {
        return TrackFinder.of(TREE).find(typed, 100, () -> false).best().stream()
                .map(h -> h.path().node().key())
                .toList();
    }

    @Test
    void ranksNamesAboveNamesOfGroups() {
        assertEquals("track/2", findNames("main").getFirst());
        assertEquals("process/1", findNames("system").getFirst());
        assertEquals(
                List.of("process/1", "track/1", "track/2"),
                findNames("system").stream().sorted().toList());
    }

    @Test
    void requiresEachWordInAnyOrder() {
        assertEquals(List.of("track/3"), findNames("chrome RenderThread"));
        assertEquals(List.of("track/3"), findNames("renderthread 2211"));
        assertEquals(List.of(), findNames("chrome nothing"));
    }

    @Test
    void matchesLettersInOrder() {
        assertEquals("track/4", findNames("crm").getFirst());
        assertTrue(findNames("rdth").containsAll(List.of("track/1", "track/3")));
    }

    @Test
    void emptySearchReturnsAllTracksInTreeOrder() {
        assertEquals(
                List.of("process/1", "track/1", "track/2", "process/2", "track/3", "track/4", "track/5"),
                findNames(" "));
    }

    @Test
    void returnsIndexesOfMatchingCharacters() {
        TrackFinder.Hit hit = TrackFinder.of(TREE)
                .find("chrome thread", 1, () -> false)
                .best()
                .getFirst();
        assertEquals("RenderThread 2300", hit.path().name());
        assertEquals("thread", lettersAt(hit.path().name(), hit.name()).toLowerCase(Locale.ROOT));
        assertEquals("chrome", lettersAt(hit.path().groups(), hit.groups()));
    }

    private static String lettersAt(String text, List<Integer> positions) {
        StringBuilder letters = new StringBuilder();
        positions.forEach(p -> letters.append(text.charAt(p)));
        return letters.toString();
    }

    @Test
    void findsTheSameTracksAsASimpleSearch() {
        Random random = new Random(7);
        List<TrackNode> roots = RandomTrackTrees.of(60, 3);
        TrackFinder finder = TrackFinder.of(roots);
        List<TrackPath> all = TrackPath.all(roots);
        for (int i = 0; i < 300; i++) {
            String text = all.get(random.nextInt(all.size())).text();
            int from = random.nextInt(text.length());
            String typed = text.substring(from, Math.min(text.length(), from + 1 + random.nextInt(6)))
                    + (random.nextBoolean() ? "" : " " + random.nextInt(10));
            List<String> expected = all.stream()
                    .filter(p -> matches(p.text(), typed))
                    .map(p -> p.node().key())
                    .sorted()
                    .toList();
            TrackFinder.Hits hits = finder.find(typed, 10_000, () -> false);
            assertEquals(
                    expected,
                    hits.best().stream()
                            .map(h -> h.path().node().key())
                            .sorted()
                            .toList(),
                    typed);
            assertEquals(expected.size(), hits.count());
            TrackFinder.Hits few = finder.find(typed, 5, () -> false);
            assertEquals(
                    hits.best().subList(0, Math.min(5, hits.best().size())),
                    few.best(),
                    "the best five differ if only five are requested: " + typed);
            for (TrackFinder.Hit hit : few.best()) {
                int length = typed.strip().replaceAll("\\s+", "").length();
                assertTrue(
                        typed.isBlank()
                                || !hit.name().isEmpty()
                                || !hit.groups().isEmpty(),
                        typed);
                assertTrue(hit.name().size() + hit.groups().size() <= length, typed);
            }
        }
    }

    /// Returns whether the letters of each word occur in order, checked letter by letter.
    private static boolean matches(String text, String typed) {
        for (String word : typed.strip().split("\\s+")) {
            int at = 0;
            for (int i = 0; i < word.length(); i++) {
                char letter = word.charAt(i);
                while (at < text.length() && Character.toLowerCase(text.charAt(at)) != Character.toLowerCase(letter)) {
                    at++;
                }
                if (at++ == text.length()) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void searchesFiftyThousandTracksInAFewFrames() {
        TrackFinder finder = TrackFinder.of(RandomTrackTrees.of(5_000, 1));
        assertEquals(55_000, finder.paths().size());
        for (int i = 0; i < 20; i++) {
            finder.find("rendthr 99", 200, () -> false);
        }
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long start = System.nanoTime();
            assertFalse(finder.find("rendthr 99", 200, () -> false).best().isEmpty());
            best = Math.min(best, System.nanoTime() - start);
        }
        // The search runs off the JavaFX thread, but the list must keep up with typing.
        assertTrue(best < 150_000_000, best / 1_000_000 + " ms");
    }

    @Test
    void furtherTypingCancelsTheSearch() {
        TrackFinder finder = TrackFinder.of(RandomTrackTrees.of(300, 1));
        assertThrows(CancellationException.class, () -> finder.find("x", 10, () -> true));
    }
}
