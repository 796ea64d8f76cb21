/// Reader of JSON values and their texts.
package traceglass.ingest.json.text;
