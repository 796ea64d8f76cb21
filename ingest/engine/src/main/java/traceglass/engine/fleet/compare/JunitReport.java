package traceglass.engine.fleet.compare;

import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// A report in JUnit's XML format for continuous integration: a test for each metric, which fails if the metric
/// regressed and is skipped if there are too few traces.
final class JunitReport {

    private JunitReport() {}

    static String write(SetComparison comparison) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", ReportText.clean(comparison.compared() + " against " + comparison.baseline()));
            xml.writeAttribute("tests", Integer.toString(comparison.changes().size()));
            xml.writeAttribute(
                    "failures", Integer.toString(comparison.regressions().size()));
            xml.writeAttribute("skipped", Long.toString(ReportText.count(comparison, MetricChange.Verdict.TOO_FEW)));
            for (MetricChange change : comparison.changes()) {
                write(change, xml);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text.append('\n').toString();
    }

    private static void write(MetricChange change, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", ReportText.clean(change.metric().id()));
        xml.writeAttribute("name", ReportText.title(change));
        if (change.verdict() == MetricChange.Verdict.REGRESSION) {
            xml.writeStartElement("failure");
            xml.writeAttribute("message", ReportText.difference(change));
            xml.writeCharacters(summary(change));
            xml.writeEndElement();
        } else if (change.verdict() == MetricChange.Verdict.TOO_FEW) {
            xml.writeStartElement("skipped");
            xml.writeAttribute("message", ReportText.verdict(change.verdict()));
            xml.writeEndElement();
        } else {
            xml.writeStartElement("system-out");
            xml.writeCharacters(summary(change));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String summary(MetricChange change) {
        return String.format(
                Locale.ROOT,
                "median %s before, %s after (%s), 95%% of %s, p %s, effect %+.2f, n %d and %d",
                ReportText.clean(change.metric().format(change.before().median())),
                ReportText.clean(change.metric().format(change.after().median())),
                ReportText.difference(change),
                ReportText.interval(change),
                ReportText.formatP(change.adjustedP()),
                change.effect(),
                change.before().size(),
                change.after().size());
    }
}
