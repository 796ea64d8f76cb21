package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ProbeProblemsTest {

    @Test
    void keepsProblemsOnlyForTheFirstRecording() {
        ProbeProblems problems = new ProbeProblems();
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        Consumer<String> listener = first::add;
        problems.add("at the start");
        problems.addListener(listener);
        problems.add("while it records");
        problems.removeListener(listener);
        problems.add("after its end");
        problems.addListener(second::add);
        problems.add("of the second");
        assertEquals(List.of("at the start", "while it records"), first);
        assertEquals(List.of("of the second"), second);
    }
}
