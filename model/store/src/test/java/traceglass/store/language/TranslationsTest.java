package traceglass.store.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TranslationsTest {

    private static final String CATALOG = """
            # A comment
            msgid ""
            msgstr ""
            "Language: de\\n"
            "X-Decimal-Mark: ,\\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

            #: WindowTexts
            msgid "Open trace…"
            msgstr "Trace öffnen…"

            msgid "Can't read {0}: {1}"
            msgstr ""
            "{1}: {0} ist "
            "\\"unlesbar\\""

            msgid "slice"
            msgid_plural "slices"
            msgstr[0] "Abschnitt"
            msgstr[1] "Abschnitte"

            msgid "Not translated"
            msgstr ""

            #, fuzzy
            msgid "Uncertain"
            msgstr "Unsicher"
            """;

    @Test
    void readsTheEntriesOfACatalog() {
        MessageCatalog catalog = MessageCatalog.parse(CATALOG);
        assertEquals("Trace öffnen…", catalog.text("Open trace…"));
        assertEquals("{1}: {0} ist \"unlesbar\"", catalog.text("Can't read {0}: {1}"));
        assertEquals("Abschnitt", catalog.noun(1, "slice", "slices"));
        assertEquals("Abschnitte", catalog.noun(3, "slice", "slices"));
        assertEquals(',', catalog.decimalMark());
        assertEquals('.', MessageCatalog.parse("").decimalMark());
    }

    @Test
    void theHeaderAppliesEvenIfItIsFuzzy() {
        MessageCatalog catalog = MessageCatalog.parse(CATALOG.replace("# A comment", "#, fuzzy"));
        assertEquals(',', catalog.decimalMark());
        assertEquals("Trace öffnen…", catalog.text("Open trace…"));
    }

    @Test
    void textsWithoutATranslationStayEnglish() {
        MessageCatalog catalog = MessageCatalog.parse(CATALOG);
        assertEquals("Not translated", catalog.text("Not translated"));
        assertEquals("Uncertain", catalog.text("Uncertain"));
        assertEquals("Missing", catalog.text("Missing"));
        assertEquals("tracks", catalog.noun(2, "track", "tracks"));
    }

    @Test
    void aDamagedCatalogIsReportedWithItsLine() {
        for (String damaged : new String[] {"msgid \"a", "\n\nmsgid", "msgxyz \"a\"", "hello"}) {
            assertThrows(IllegalArgumentException.class, () -> MessageCatalog.parse(damaged), damaged);
        }
        String message = assertThrows(IllegalArgumentException.class, () -> MessageCatalog.parse("\n\nhello"))
                .getMessage();
        assertEquals("line 3: expected a string in quotes: hello", message);
    }

    @Test
    void pluralRulesSelectTheFormForANumber() {
        PluralRule polish = PluralRule.parse(
                "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4" + " && (n%100<10 || n%100>=20) ? 1 : 2;");
        int[] numbers = {1, 2, 4, 5, 12, 14, 22, 25, 112};
        int[] forms = {0, 1, 1, 2, 2, 2, 1, 2, 2};
        for (int i = 0; i < numbers.length; i++) {
            assertEquals(forms[i], polish.form(numbers[i]), "form of " + numbers[i]);
        }
        assertEquals(0, PluralRule.parse("nplurals=1; plural=0;").form(7));
        assertEquals(1, PluralRule.parse("nplurals=INTEGER; plural=EXPRESSION;").form(0));
        assertEquals(1, PluralRule.parse("").form(2));
    }

    @Test
    void invalidPluralRulesAreRejected() {
        for (String rule : new String[] {"n ==", "(n", "m", "n ? 1", "n % 0", "20", "n"}) {
            assertThrows(IllegalArgumentException.class, () -> PluralRule.parse("plural=" + rule + ";"), rule);
        }
    }

    @Test
    void numbersWithoutAFormUseTheFirstForm() {
        assertEquals(0, PluralRule.parse("plural=n==1000 ? 20 : 1;").form(1000));
        assertEquals(1, PluralRule.parse("").form(Long.MIN_VALUE));
    }

    @Test
    void valuesReplacePlaceholdersInAnyOrder() {
        assertEquals("b before a", Translations.insert("{1} before {0}", "a", "b"));
        assertEquals("{2} and {x} stay, 5", Translations.insert("{2} and {x} stay, {0}", 5));
        assertEquals("{0}", Translations.insert("{0}", "{0}"));
        assertEquals("null", Translations.insert("{0}", (Object) null));
    }

    @Test
    void namesFromRightToLeftDoNotReorderTheTextAroundThem() {
        String name = "\u05e9\u05dc\u05d5\u05dd";
        assertEquals("Thread \u2068" + name + "\u2069 (12)", Translations.insert("Thread {0} ({1})", name, 12));
        assertEquals("Thread Москва", Translations.insert("Thread {0}", "Москва"));
    }
}
