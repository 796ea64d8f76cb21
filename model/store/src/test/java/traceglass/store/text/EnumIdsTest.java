package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnumIdsTest {

    private enum Key {
        NAME,
        APP_JANK_TYPE
    }

    @Test
    void everyConstantIsFoundByItsId() {
        for (Key key : Key.values()) {
            assertEquals(Optional.of(key), EnumIds.find(Key.class, EnumIds.id(key)));
        }
        assertEquals("app-jank-type", EnumIds.id(Key.APP_JANK_TYPE));
        assertEquals(Optional.empty(), EnumIds.find(Key.class, "thread"));
    }

    @Test
    void labelsOfEarlierVersionsAreAccepted() {
        assertEquals(Optional.of(Key.NAME), EnumIds.find(Key.class, "Name"));
        assertEquals(Optional.of(Key.APP_JANK_TYPE), EnumIds.find(Key.class, "App, jank type"));
    }
}
