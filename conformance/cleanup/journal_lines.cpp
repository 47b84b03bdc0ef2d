#include "conformance/cleanup/journal_lines.hpp"

#include "spec/base/file.hpp"
#include "spec/base/time_text.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/schema/schema.hpp"

#include <nlohmann/json.hpp>

#include <span>

namespace plumbline {

std::span<const EmbeddedFile> embedded_journal_schema();  // made by plumbline_embed

}  // namespace plumbline

namespace plumbline::cleanup {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr const char* kSecretParent = "{}";
constexpr std::size_t kMaxDamage = 10;  ///< errors that are stored

using std::chrono::milliseconds;
using TextMap = std::map<std::string, std::string>;

Result<Schema> compiled(std::string_view pointer) {
    return compile_closed_schema(to_document(embedded_journal_schema().front()), pointer);
}

Result<void> check_line(const Result<Schema>& schema, const Json& line) {
    auto checked = check_by_schema(schema, {.value = line});
    if (schema && !checked) checked.error().message.insert(0, "not a line of a clean-up journal: ");
    return checked;
}

JournalEntry entry_of(const Json& intent, int number) {
    JournalEntry entry;
    entry.number = number;
    entry.area = string_or(intent, "area", "");
    entry.type = string_or(intent, "type", "");
    entry.url = string_or(intent, "url", "");
    entry.name = string_or(intent, "name", "");
    entry.scenario = string_or(intent, "scenario", "");
    entry.parents = member(intent, "parents")->get<TextMap>();
    entry.credentials = member(intent, "credentials")->get<TextMap>();
    for (const auto& [name, value] : entry.parents) {
        if (value == kSecretParent) entry.secret_parents.insert(name);
    }
    if (const auto time = parse_instant(string_or(intent, "time", ""))) entry.time = *time;
    return entry;
}

/// Reads the first line. Errors: kInvalid; kUnsupported (another version).
Result<JournalHeader> read_header(const Json& line) {
    const std::int64_t version = integer_or(line, "plumbline_journal", kVersion);
    if (version != kVersion) {
        return fail(ErrorCode::kUnsupported,
                    "found version " + std::to_string(version) +
                        " of the journal's format, expected version " + std::to_string(kVersion),
                    {},
                    {"clean up with the version of plumbline that created it"});
    }
    static const Result<Schema> kSchema = compiled("");
    auto checked = check_line(kSchema, line);
    if (!checked) return fail(checked.error());
    JournalHeader header;
    header.run = string_or(line, "run", "");
    auto started = parse_instant(string_or(line, "started", ""));
    if (!started) return fail(started.error());
    header.started = *started;
    header.target = string_or(line, "target", "");
    header.urls = strings_or_empty(line, "urls");
    header.credential_headers = strings_or_empty(line, "credential_headers");
    // Journals of older versions have the default values.
    header.timeout = milliseconds(integer_or(line, "timeout_ms", header.timeout.count()));
    header.consistency_wait =
        milliseconds(integer_or(line, "consistency_wait_ms", header.consistency_wait.count()));
    header.prefix = string_or(line, "prefix", "");
    header.fingerprints = member(line, "credentials")->get<TextMap>();
    for (const Json& one : *member(line, "kinds")) {
        auto type = deletable_type_from_json(one);
        if (!type) return fail(type.error());
        header.deletable_types.push_back(std::move(*type));
    }
    return header;
}

/// Adds the event of any other line. Up to `unread_lines` intents may be missing before it, as
/// their lines cannot be read: for each, a closed entry without a type is added and the number
/// reduced. Errors: kInvalid (its shape, or an entry out of order).
Result<void> add_event(const Json& line,
                       std::size_t& unread_lines,
                       std::vector<JournalEntry>& entries) {
    static const Result<Schema> kSchema = compiled("/$defs/event");
    auto checked = check_line(kSchema, line);
    if (!checked) return checked;
    const std::string event = string_or(line, "event", "");
    const auto number = static_cast<std::size_t>(integer_or(line, "entry", 0));
    const std::size_t before = event == "intent" ? number - 1 : number;
    const bool is_repeated = event == "intent" && number <= entries.size();
    if (is_repeated || before > entries.size() + unread_lines) {
        return fail(ErrorCode::kInvalid,
                    "found " + event + " of entry " + std::to_string(number) + " after " +
                        std::to_string(entries.size()) + " entries");
    }
    for (; entries.size() < before; --unread_lines) {
        entries.emplace_back();
        entries.back().number = static_cast<int>(entries.size());
        entries.back().stage = ResourceStage::kClosed;
    }
    if (event == "intent") {
        entries.push_back(entry_of(line, static_cast<int>(number)));
        return {};
    }
    JournalEntry& entry = entries[number - 1];
    if (entry.type.empty()) return {};  // its intent cannot be read
    if (event == "created") entry.id = string_or(line, "id", "");
    if (const auto created = parse_instant(string_or(line, "created_at", "")))
        entry.created = *created;
    entry.stage = event == "created"   ? ResourceStage::kCreated
                  : event == "unknown" ? ResourceStage::kUnknown
                                       : ResourceStage::kClosed;
    return {};
}

Result<void> add_line(const Json& line,
                      int number,
                      std::size_t& unread_lines,
                      JournalContents& contents) {
    if (number > 1) return add_event(line, unread_lines, contents.entries);
    auto header = read_header(line);
    if (!header) return fail(header.error());
    contents.header = std::move(*header);
    return {};
}

}  // namespace

Json header_line(const JournalHeader& header) {
    Json kinds = Json::array();
    for (const DeletableType& type : header.deletable_types) kinds.push_back(to_json(type));
    return {{"plumbline_journal", kVersion},
            {"run", header.run},
            {"started", to_text(header.started)},
            {"target", header.target},
            {"urls", header.urls},
            {"credential_headers", header.credential_headers},
            {"timeout_ms", header.timeout.count()},
            {"consistency_wait_ms", header.consistency_wait.count()},
            {"prefix", header.prefix},
            {"credentials", header.fingerprints},
            {"kinds", std::move(kinds)}};
}

Json intent_line(const JournalEntry& entry) {
    TextMap parents = entry.parents;
    for (const std::string& name : entry.secret_parents) parents[name] = kSecretParent;
    Json line{{"event", "intent"},
              {"entry", entry.number},
              {"area", entry.area},
              {"type", entry.type},
              {"url", entry.url},
              {"name", entry.name},
              {"scenario", entry.scenario},
              {"parents", std::move(parents)},
              {"credentials", entry.credentials}};
    if (entry.time) line["time"] = to_text(*entry.time);
    return line;
}

Json event_line(int number, const std::string& event, const std::string& detail) {
    Json line{{"event", event}, {"entry", number}};
    if (event == "created") line["id"] = detail;
    if (event == "closed") line["how"] = detail;
    return line;
}

Result<JournalContents> read_journal(const std::string& path) {
    auto text = read_file(path);
    if (!text) return fail(text.error());
    JournalContents contents;
    int number = 0;
    std::size_t unread_lines = 0;
    for (std::size_t at = 0;;) {
        const std::size_t end = text->find('\n', at);
        if (end == std::string::npos && number == 0) {
            // A journal gets its final name only after its first line is complete: this is another
            // file.
            return fail(ErrorCode::kInvalid,
                        "this is not a clean-up journal: it has no complete first line; it is left "
                        "unchanged",
                        {path, 1, 0});
        }
        if (end == std::string::npos) return contents;  // the rest is an incomplete line, or empty
        ++number;
        auto line = parse_json(std::string_view(*text).substr(at, end - at), path);
        auto added = line ? add_line(*line, number, unread_lines, contents)
                          : Result<void>(fail(line.error()));
        if (!added) {
            Error error = added.error();
            error.where = {path, number, line ? 0 : error.where.column};
            if (number == 1) return fail(std::move(error));
            ++unread_lines;
            if (contents.damage.size() < kMaxDamage) contents.damage.push_back(std::move(error));
        }
        at = end + 1;
        contents.complete_bytes = at;
    }
}

}  // namespace plumbline::cleanup
