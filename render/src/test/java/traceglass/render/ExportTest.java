package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Theme;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.store.time.TimeSpan;

class ExportTest {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 600;
    /// Height of the minimap, the time axis and the notes.
    private static final int HEADER = 80;
    private static final String SPECIAL_NAME = "a<b> & \"c\" \u0001 \uD83D\uDE00 \u05D0\u05D1";

    private static List<Element> elements(Document svg, String name) {
        NodeList nodes = svg.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static String svg(TimelineView view) throws Exception {
        return FxTest.call(() -> view.toSvg(1, "What <this> shows")).get(60, TimeUnit.SECONDS);
    }

    /// Creates a timeline with four slices. The third has special characters in its name; the last is not visible.
    private static TimelineView small() throws Exception {
        long[] ts = {100, 300, 500, 900};
        long[] end = {200, 450, 800, 950};
        SliceData data = new SliceData(
                new int[] {0, 4},
                new long[] {0, 1, 2, 3},
                ts,
                end,
                new int[] {0, 0, 1, 0},
                new int[] {0, 0, 1, 0},
                new byte[4],
                new String[] {"doFrame", SPECIAL_NAME},
                new String[] {"doFrame", SPECIAL_NAME});
        TrackNode node = new TrackNode(
                "slices/1", new SliceTrack(List.of(1L), 1), "RenderThread", "12", List.of(), "", "", false, List.of());
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTheme(Theme.LIGHT.withReducedMotion(true));
            created.setTrace(List.of(node), new TimeSpan(0, 1000), n -> CompletableFuture.completedFuture(data));
            Scene scene = new Scene(created, WIDTH, HEIGHT);
            scene.getRoot().applyCss();
            created.resize(WIDTH, HEIGHT);
            created.layout();
            created.showSpan(new TimeSpan(0, 850));
            return created;
        });
        FxTest.awaitIdle(view);
        return view;
    }

    @Test
    void hasABoxWithColorAndNameForEveryVisibleSlice() throws Exception {
        TimelineView view = small();
        Document svg = SvgPixels.parse(svg(view));
        assertEquals("What <this> shows", elements(svg, "title").getFirst().getTextContent());
        String frame = String.format(Locale.ROOT, "#%06x", view.palette().slice("doFrame") & 0xFFFFFF);
        String specialColor = String.format(Locale.ROOT, "#%06x", view.palette().slice(SPECIAL_NAME) & 0xFFFFFF);
        List<Element> frames = elements(svg, "rect").stream()
                .filter(r -> r.getAttribute("fill").equals(frame))
                .toList();
        assertEquals(2, frames.size());
        double left = Double.parseDouble(frames.getFirst().getAttribute("x"));
        double width = Double.parseDouble(frames.getFirst().getAttribute("width"));
        assertEquals(view.timeX(100), left, 1);
        assertEquals(view.timeX(200) - 1, left + width, 1, "one pixel is free before the next slice");
        assertEquals(
                1,
                elements(svg, "rect").stream()
                        .filter(r -> r.getAttribute("fill").equals(specialColor))
                        .count());
        List<String> texts =
                elements(svg, "text").stream().map(Element::getTextContent).toList();
        assertEquals(2, texts.stream().filter("doFrame"::equals).count());
        assertTrue(texts.contains(SPECIAL_NAME.replace('\u0001', '·')), texts.toString());
        assertTrue(texts.contains("RenderThread"), texts.toString());
        FxTest.run(view::dispose);
    }

    @Test
    void looksLikeThePictureInBothThemes() throws Exception {
        for (Theme theme : List.of(Theme.LIGHT, Theme.DARK)) {
            SyntheticTrace trace = new SyntheticTrace(7, 1_000_000, 2_000_000_000L, 4, 3, 3, 400);
            TimelineView view = FxTest.timeline(trace, WIDTH, HEIGHT);
            FxTest.run(() -> {
                view.setTheme(theme.withReducedMotion(true));
                view.tracks().expandAll();
                view.tracks().setPinned("thread_state/0/0", true);
                long middle = trace.bounds.start() + trace.bounds.durNs() / 2;
                view.marks()
                        .setNotes(List.of(
                                new Note(1, middle, middle, "here", 0xFFB07A1E),
                                new Note(2, middle, middle + 300_000_000, "a while", 0xFF3F7FBF)));
                view.selectionControls()
                        .selectArea(new TimeSpan(middle - 500_000_000, middle - 100_000_000), List.of("cpus"));
                view.scrollTo(40);
            });
            FxTest.awaitIdle(view);
            String text = svg(view);
            WritableImage image = FxTest.call(() -> view.toImage(1)).get(60, TimeUnit.SECONDS);
            BufferedImage drawn = SvgPixels.draw(SvgPixels.parse(text));
            String folder = System.getProperty("traceglass.pictures");
            if (folder != null) {
                java.nio.file.Files.writeString(
                        java.nio.file.Path.of(folder, "export-" + theme.isDark() + ".svg"), text);
                ImageIO.write(drawn, "png", new File(folder, "export-" + theme.isDark() + ".png"));
            }
            assertEquals(WIDTH, image.getWidth());
            int off = 0;
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    int a = image.getPixelReader().getArgb(x, y);
                    int b = drawn.getRGB(x, y);
                    boolean differs = false;
                    for (int shift = 0; shift <= 16; shift += 8) {
                        differs |= Math.abs((a >> shift & 255) - (b >> shift & 255)) > 40;
                    }
                    off += differs ? 1 : 0;
                }
            }
            // Letters and icons are drawn differently; everything else must be the same.
            assertTrue(off < WIDTH * HEIGHT * .03, off + " of " + WIDTH * HEIGHT + " pixels differ");
            FxTest.run(view::dispose);
        }
    }

    @Test
    void drawsArrowsAsCurvesWithHeads() throws Exception {
        TimelineView view = small();
        FxTest.run(() -> {
            view.setSelection(
                    new TimelineSelection.Event(new TrackItem("slices/1", "slice", 0, 100, 200, "doFrame", false)));
            view.marks().setFlows(List.of(new Flow("slices/1", 0, 200, "slices/1", 2, 500, false)));
        });
        FxTest.awaitIdle(view);
        Document svg = SvgPixels.parse(svg(view));
        String accent =
                String.format(Locale.ROOT, "#%06x", view.palette().tokens.accent() & 0xFFFFFF);
        assertTrue(elements(svg, "path").stream()
                .anyMatch(p -> p.getAttribute("stroke").equals(accent)
                        && p.getAttribute("d").contains("C")));
        assertTrue(elements(svg, "polygon").stream()
                .anyMatch(p -> p.getAttribute("fill").equals(accent)));
        FxTest.run(view::dispose);
    }

    @Test
    void theLatencyOfAFlowFromAboveTheWindowIsInTheWindow() throws Exception {
        SyntheticTrace trace = new SyntheticTrace(3, 0, 1_000_000L, 4, 4, 4, 40);
        TimelineView view = FxTest.timeline(trace, WIDTH, 300);
        List<String> tracks = trace.roots.stream()
                .flatMap(r -> r.children().stream())
                .filter(n -> n.kind() instanceof SliceTrack)
                .map(TrackNode::key)
                .toList();
        FxTest.run(() -> view.tracks().setExpanded(_ -> true, true));
        FxTest.awaitIdle(view);
        FxTest.run(() -> {
            view.setSelection(new TimelineSelection.Event(
                    new TrackItem(tracks.getFirst(), "slice", 0, 400_000, 410_000, "first", false)));
            view.marks().setFlows(List.of(new Flow(tracks.getFirst(), 0, 400_000, tracks.get(3), 1, 600_000, true)));
        });
        for (int scroll = 60; scroll < 400; scroll += 17) {
            int to = scroll;
            FxTest.run(() -> view.scrollTo(to));
            FxTest.awaitIdle(view);
            for (Element text : elements(SvgPixels.parse(svg(view)), "text")) {
                if (text.getTextContent().startsWith("200")) {
                    double y = Double.parseDouble(text.getAttribute("y"));
                    assertTrue(y > HEADER + 9 && y < 300, "the latency is at " + y + " of a view scrolled by " + to);
                }
            }
        }
        FxTest.run(view::dispose);
    }

    @Test
    void largerPicturesShowMoreDetail() throws Exception {
        // A thousand slices of a third of a px each, which are distinct only with more pixels.
        SyntheticTrace trace = new SyntheticTrace(3, 0, 1_000_000_000L, 1, 1, 1, 1500);
        TimelineView view = FxTest.timeline(trace, 700, 400);
        WritableImage small = FxTest.call(() -> view.toImage(1)).get(60, TimeUnit.SECONDS);
        WritableImage large = FxTest.call(() -> view.toImage(4)).get(60, TimeUnit.SECONDS);
        assertEquals(4 * small.getWidth(), large.getWidth());
        assertEquals(4 * small.getHeight(), large.getHeight());
        assertTrue(colors(large) > colors(small), "the large picture shows no more colors than the small one");
        ExecutionException e = assertThrows(
                ExecutionException.class,
                () -> FxTest.call(() -> view.toImage(40)).get(60, TimeUnit.SECONDS));
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
        FxTest.run(view::dispose);
    }

    private static int colors(WritableImage image) {
        Set<Integer> colors = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                colors.add(image.getPixelReader().getArgb(x, y));
            }
        }
        return colors.size();
    }
}
