/// What subjects say about a selected range: the interface of a report, and what reports of plain events share. Each
/// report stands in the package of its subject.
package traceglass.analysis.report;
