package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.samples.SampleSource;
import traceglass.analysis.slices.SliceSource;
import traceglass.app.panel.PanelFixture;
import traceglass.app.panel.flame.shape.FlameColors;
import traceglass.app.project.ControlStateSection;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSections;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;

/// Tests which source of a flame graph is shown first, and the colors of its frames.
@ExtendWith(ApplicationExtension.class)
class FlameChoicesTest {

    private static final FlameSource SAMPLES = SampleSource.ALL.getLast();
    private static final FlameSource SLICES = new SliceSource();

    @Test
    @SuppressWarnings("unchecked")
    void samplesAreShownFirstUnlessTheUserChoseAnotherSource() {
        PanelFixture.fx(() -> {
            FlameChoices choices = new FlameChoices(() -> {}, () -> {}, () -> {});
            choices.setSources(List.of(SLICES));
            assertSame(SLICES, choices.source());
            choices.setSources(List.of(SAMPLES, SLICES));
            assertSame(SAMPLES, choices.source(), "the previous range had only slices");
            ((ComboBox<FlameSource>) choices.boxes().getFirst()).setValue(SLICES);
            choices.setSources(List.of(SAMPLES));
            choices.setSources(List.of(SAMPLES, SLICES));
            assertSame(SLICES, choices.source(), "the choice is forgotten");
        });
    }

    @Test
    void projectsContainIdsAndTitlesOfEarlierVersionsAreAccepted() {
        PanelFixture.fx(() -> {
            FlameData data = new FlameData(
                    List.of(
                            new FlameMeasure("samples", "Samples", FlameMeasure.Unit.SAMPLES),
                            new FlameMeasure("counter:cycles", "Counter cycles", FlameMeasure.Unit.COUNTER)),
                    new FlameFrames.Builder(2).build());
            for (Map<String, Object> saved : List.<Map<String, Object>>of(
                    Map.of("source", SLICES.id(), "measure", "counter:cycles"),
                    Map.of("source", SLICES.title(), "measure", "Counter cycles"))) {
                ProjectSections sections = new ProjectSections();
                FlameChoices choices = new FlameChoices(() -> {}, () -> {}, () -> {});
                ControlStateSection section = choices.addTo(new ControlStateSection("flame", sections));
                section.restore(Fields.of(saved));
                choices.setSources(List.of(SAMPLES, SLICES));
                choices.setMeasures(data);
                assertSame(SLICES, choices.source(), saved.toString());
                assertEquals("Counter cycles", choices.measure().title(), saved.toString());
                assertEquals(Map.of("source", "slices", "measure", "counter:cycles"), section.state());
            }
        });
    }

    @Test
    void boxesAreNeverTooNarrowForTheChosenText() {
        PanelFixture.fx(() -> {
            FlameChoices choices = new FlameChoices(() -> {}, () -> {}, () -> {});
            choices.setSources(List.of(SAMPLES, SLICES));
            HBox row = new HBox(choices.boxes().toArray(Node[]::new));
            new Scene(row, 120, 40);
            for (FlameSource source : List.of(SAMPLES, SLICES)) {
                @SuppressWarnings("unchecked")
                ComboBox<FlameSource> box =
                        (ComboBox<FlameSource>) choices.boxes().getFirst();
                box.setValue(source);
                row.applyCss();
                row.layout();
                box.resize(box.minWidth(-1), 28);
                box.layout();
                assertEquals(
                        source.title(),
                        box.getChildrenUnmodifiable().stream()
                                .filter(ListCell.class::isInstance)
                                .map(c -> ((Text) c.lookup(".text")).getText())
                                .findFirst()
                                .orElse(""));
                assertTrue(box.getWidth() < 200, "the box is " + box.getWidth() + " px wide");
            }
        });
    }

    @Test
    void kernelFramesAreGray() {
        FlameFrames.Builder frames = new FlameFrames.Builder(1);
        int main = frames.getOrAddChild(0, "main", "libapp.so");
        int read = frames.getOrAddChild(main, "do_syscall_64", "[kernel.kallsyms]");
        frames.add(read, 0, 10);
        FlameGraph graph = new FlameGraph(frames.build(), 0, -1);
        for (Theme theme : List.of(Theme.LIGHT, Theme.DARK)) {
            Palette palette = Palette.of(theme);
            for (boolean byModule : new boolean[] {true, false}) {
                for (int node = 1; node < graph.size(); node++) {
                    boolean isKernel = graph.name(node).equals("do_syscall_64");
                    int argb = FlameColors.fill(graph, node, palette, byModule);
                    assertEquals(isKernel, saturation(argb) < 36, graph.name(node) + " " + Integer.toHexString(argb));
                    assertTrue(isKernel || saturation(argb) > 42);
                }
            }
        }
    }

    /// Difference between the largest and the smallest component of a color.
    private static int saturation(int argb) {
        int red = argb >> 16 & 255;
        int green = argb >> 8 & 255;
        int blue = argb & 255;
        return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue));
    }
}
