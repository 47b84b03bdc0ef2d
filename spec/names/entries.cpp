#include "spec/names/entries.hpp"

#include "spec/base/text.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/names/reserved.hpp"
#include "spec/schema/schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <span>

namespace plumbline {

std::span<const EmbeddedFile> embedded_names_schema();  // made by plumbline_embed

namespace {

Result<void> judge_shape(const Document& file) {
    auto schemas = to_document(embedded_names_schema().front());
    if (!schemas) return fail(schemas.error());
    SchemaCompiler compiler(std::move(*schemas), SchemaStrictness::kTolerant);
    const auto schema = compiler.compile("");
    if (!schema) return fail(schema.error());
    const auto violations = schema->judge(*file.root);
    if (violations.empty()) return {};
    const Violation& first = violations.front();
    const std::string at = first.instance_pointer.empty() ? "" : first.instance_pointer + ": ";
    return fail(ErrorCode::kInvalid,
                at + first.message,
                file.where(first.instance_pointer),
                {"docs/targets.md, \"Vocabulary\", shows every member of a vocabulary"});
}

/// Returns why `theirs` cannot be a name of that kind, "" if it can.
std::string_view why_reserved(std::string_view kind, std::string_view theirs) {
    if (kind == "headers") return why_reserved_header(theirs);
    return kind == "paths" ? why_reserved_path(theirs) : "";
}

std::string_view mend_of(std::string_view kind) {
    return kind == "headers"
               ? "give the header that the backend reads in its place, or leave the entry out"
               : "what all paths of a backend begin with can stand in its base URL instead";
}

}  // namespace

bool NameEntries::add(const std::string& ours, NameEntry entry) {
    return entries_.emplace(ours, std::move(entry)).second;
}

const NameEntry* NameEntries::find(const std::string& ours) {
    known_.insert(ours);
    const auto found = entries_.find(ours);
    if (found == entries_.end()) return nullptr;
    found->second.used = true;
    return &found->second;
}

const NameEntry* NameEntries::find_inside(const std::string& parent, const std::string& name) {
    const NameEntry* inside = find(parent + '/' + name);
    if (!inside) return find(name);
    know(name);
    return inside;
}

Result<void> NameEntries::check_used(const Document& file, std::string_view kind) const {
    for (const auto& [ours, entry] : entries_) {
        if (entry.used) continue;
        if (known_.contains(ours)) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("the entry \"{}\" is never used: more exact ones cover every "
                                    "place of it; remove it",
                                    ours),
                        file.where(entry.pointer));
        }
        const std::string near = nearest_name(ours, {known_.begin(), known_.end()});
        return fail(ErrorCode::kNotFound,
                    fmt::format("the contract has no {} \"{}\"{}",
                                kind,
                                ours,
                                near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)),
                    file.where(entry.pointer),
                    {"our name stands on the left, theirs on the right"});
    }
    return {};
}

Result<VocabularyFile> VocabularyFile::read(Document document) {
    const auto judged = judge_shape(document);
    if (!judged) return fail(judged.error());
    VocabularyFile file;
    file.document_ = std::move(document);
    auto done = file.read_kind("fields", file.fields)
                    .and_then([&] { return file.read_kind("parameters", file.parameters); })
                    .and_then([&] { return file.read_kind("headers", file.headers); })
                    .and_then([&] { return file.read_kind("paths", file.paths); });
    if (!done) return fail(done.error());
    file.read_values();
    return file;
}

Result<void> VocabularyFile::read_kind(std::string_view kind, NameEntries& entries) const {
    const Json* names = member(*document_.root, kind);
    if (!names) return {};
    const bool any_case = kind == "headers";
    for (const auto& [ours, value] : names->items()) {
        const auto theirs = value.get<std::string>();
        NameEntry entry{any_case ? to_lower(theirs) : theirs,
                        fmt::format("/{}/{}", kind, escape_pointer_token(ours))};
        entry.spelled = theirs;
        if (const auto why = why_reserved(kind, theirs); !why.empty()) {
            return problem(entry,
                           fmt::format("{} cannot be called {}: {}", ours, theirs, why),
                           std::string(mend_of(kind)));
        }
        if (entries.add(any_case ? to_lower(ours) : ours, entry)) continue;
        return problem(entry, fmt::format("the header {} stands twice, in other case", ours));
    }
    return {};
}

void VocabularyFile::read_values() {
    const Json* values = member(*document_.root, "values");
    if (!values) return;
    for (const auto& [field, names] : values->items()) {
        const std::string pointer = "/values/" + escape_pointer_token(field);
        (void)valued_.add(field, {"", pointer});
        for (const auto& [ours, theirs] : names.items()) {
            (void)values_[field].add(
                ours, {theirs.get<std::string>(), pointer + '/' + escape_pointer_token(ours)});
        }
    }
}

NameEntries* VocabularyFile::values_of(const std::string& parent, const std::string& name) {
    const NameEntry* field = valued_.find_inside(parent, name);
    if (!field) return nullptr;
    // The field's key is the last token of its entry's pointer.
    const auto pointer = JsonPointer::parse(field->pointer);
    return &values_.at(pointer->tokens().back());
}

Result<NameMap> VocabularyFile::map_of(
    const std::set<std::string>& names,
    const std::string& place,
    const std::function<const NameEntry*(const std::string&)>& find) const {
    std::map<std::string, const NameEntry*> renamed;
    std::map<std::string, std::string> taken;  // theirs to ours
    for (const std::string& ours : names) {
        const NameEntry* entry = find(ours);
        const bool differs = entry && entry->theirs != ours;
        if (differs) renamed[ours] = entry;
        if (!differs) taken[ours] = ours;
    }
    NameMap map;
    for (const auto& [ours, entry] : renamed) {
        const auto [other, is_free] = taken.emplace(entry->theirs, ours);
        if (is_free && map.add(ours, entry->theirs)) continue;
        return problem(*entry,
                       fmt::format("\"{}\" and \"{}\" would both be \"{}\" on the wire",
                                   other->second,
                                   ours,
                                   entry->theirs),
                       fmt::format("both stand in {}; give one of them another name", place));
    }
    return map;
}

Result<void> VocabularyFile::check_used() const {
    const auto check_values = [&]() -> Result<void> {
        for (const auto& [field, entries] : values_) {
            auto checked = entries.check_used(document_, "value of " + field);
            if (!checked) return checked;
        }
        return {};
    };
    return fields.check_used(document_, "field")
        .and_then([&] { return valued_.check_used(document_, "field with listed values"); })
        .and_then(check_values)
        .and_then([&] { return parameters.check_used(document_, "query parameter"); })
        .and_then([&] { return headers.check_used(document_, "header"); })
        .and_then([&] { return paths.check_used(document_, "path that begins with"); });
}

tl::unexpected<Error> VocabularyFile::problem(const NameEntry& entry,
                                              std::string message,
                                              std::string note) const {
    std::vector<std::string> notes;
    if (!note.empty()) notes.push_back(std::move(note));
    return fail(
        ErrorCode::kInvalid, std::move(message), document_.where(entry.pointer), std::move(notes));
}

}  // namespace plumbline
