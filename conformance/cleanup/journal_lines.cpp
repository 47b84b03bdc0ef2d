#include "conformance/cleanup/journal_lines.hpp"

#include "spec/base/time_text.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"
#include "spec/schema/schema.hpp"

#include <nlohmann/json.hpp>

#include <span>

namespace plumbline {

std::span<const EmbeddedFile> embedded_journal_schema();  // made by plumbline_embed

}  // namespace plumbline

namespace plumbline::cleanup {
namespace {

constexpr std::int64_t kVersion = 1;

using std::chrono::milliseconds;
using Texts = std::map<std::string, std::string>;

Result<Schema> compiled(const std::string& pointer) {
    auto document = to_document(embedded_journal_schema().front());
    if (!document) return fail(document.error());
    SchemaCompiler compiler(std::move(*document), SchemaStrictness::kTolerant);
    return compiler.compile(pointer);
}

Result<void> judge(const Result<Schema>& schema, const Json& line) {
    if (!schema) return fail(schema.error());
    const auto violations = schema->judge(line);
    if (violations.empty()) return {};
    const Violation& first = violations.front();
    const std::string place = first.instance_pointer.empty() ? "" : first.instance_pointer + ": ";
    return fail(ErrorCode::kInvalid, "no line of a clean-up journal: " + place + first.message);
}

Entry entry_of(const Json& intent, int number) {
    Entry entry;
    entry.number = number;
    entry.area = string_or(intent, "area", "");
    entry.type = string_or(intent, "type", "");
    entry.url = string_or(intent, "url", "");
    entry.name = string_or(intent, "name", "");
    entry.scenario = string_or(intent, "scenario", "");
    entry.parents = member(intent, "parents")->get<Texts>();
    entry.credentials = member(intent, "credentials")->get<Texts>();
    return entry;
}

}  // namespace

Json header_line(const Header& header) {
    Json kinds = Json::array();
    for (const Kind& kind : header.kinds) kinds.push_back(to_json(kind));
    return {{"plumbline_journal", kVersion},
            {"run", header.run},
            {"started", to_text(header.started)},
            {"target", header.target},
            {"urls", header.urls},
            {"credential_headers", header.credential_headers},
            {"timeout_ms", header.timeout.count()},
            {"consistency_wait_ms", header.consistency_wait.count()},
            {"prefix", header.prefix},
            {"credentials", header.recognised},
            {"kinds", std::move(kinds)}};
}

Json intent_line(const Entry& entry) {
    return {{"event", "intent"},
            {"entry", entry.number},
            {"area", entry.area},
            {"type", entry.type},
            {"url", entry.url},
            {"name", entry.name},
            {"scenario", entry.scenario},
            {"parents", entry.parents},
            {"credentials", entry.credentials}};
}

Json event_line(int number, const std::string& event, const std::string& detail) {
    Json line{{"event", event}, {"entry", number}};
    if (event == "created") line["id"] = detail;
    if (event == "closed") line["how"] = detail;
    return line;
}

Result<Header> read_header(const Json& line) {
    const std::int64_t version = integer_or(line, "plumbline_journal", kVersion);
    if (version != kVersion) {
        return fail(ErrorCode::kUnsupported,
                    "found version " + std::to_string(version) +
                        " of the journal's format, expected version " + std::to_string(kVersion),
                    {},
                    {"clean up with the plumbline that made it"});
    }
    static const Result<Schema> kSchema = compiled("");
    auto judged = judge(kSchema, line);
    if (!judged) return fail(judged.error());
    Header header;
    header.run = string_or(line, "run", "");
    auto started = parse_instant(string_or(line, "started", ""));
    if (!started) return fail(started.error());
    header.started = *started;
    header.target = string_or(line, "target", "");
    header.urls = strings_or_empty(line, "urls");
    header.credential_headers = strings_or_empty(line, "credential_headers");
    // Journals from before these were noted have the defaults.
    header.timeout = milliseconds(integer_or(line, "timeout_ms", header.timeout.count()));
    header.consistency_wait =
        milliseconds(integer_or(line, "consistency_wait_ms", header.consistency_wait.count()));
    header.prefix = string_or(line, "prefix", "");
    header.recognised = member(line, "credentials")->get<Texts>();
    for (const Json& one : *member(line, "kinds")) {
        auto kind = kind_from_json(one);
        if (!kind) return fail(kind.error());
        header.kinds.push_back(std::move(*kind));
    }
    return header;
}

Result<void> add_event(const Json& line, std::vector<Entry>& entries) {
    static const Result<Schema> kSchema = compiled("/$defs/event");
    auto judged = judge(kSchema, line);
    if (!judged) return judged;
    const std::string event = string_or(line, "event", "");
    const auto number = static_cast<std::size_t>(integer_or(line, "entry", 0));
    const std::size_t next = entries.size() + 1;
    if (event == "intent" ? number != next : number >= next) {
        return fail(ErrorCode::kInvalid,
                    "found " + event + " of entry " + std::to_string(number) + " after " +
                        std::to_string(entries.size()) + " entries");
    }
    if (event == "intent") {
        entries.push_back(entry_of(line, static_cast<int>(number)));
        return {};
    }
    Entry& entry = entries[number - 1];
    if (event == "created") entry.id = string_or(line, "id", "");
    entry.stage = event == "created"   ? Stage::kCreated
                  : event == "unknown" ? Stage::kUnknown
                                       : Stage::kClosed;
    return {};
}

}  // namespace plumbline::cleanup
