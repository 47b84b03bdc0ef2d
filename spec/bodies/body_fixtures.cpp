#include "spec/bodies/body_fixtures.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/bodies/body_edit.hpp"
#include "spec/json/access.hpp"
#include "spec/json/document.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace plumbline {
namespace {

constexpr const char* kBases = "bases.yaml";
constexpr int kMaxMerges = 8;

const std::vector<std::string>& line_members() {
    static const std::vector<std::string> kNames{
        "base", "hosting", "set", "accepted", "refused", "remove", "violates", "status"};
    return kNames;
}

/// Returns the pointer at which a rule reports an edit: JSON Schema reports a missing member at its
/// parent.
std::string reported_pointer(const std::string& rule, const BodyEdit& edit) {
    const bool is_missing = edit.change == BodyEdit::Change::kRemove;
    return is_missing && rule.rfind("schema:", 0) == 0
               ? edit.pointer.substr(0, edit.pointer.rfind('/'))
               : edit.pointer;
}

/// Fails if an object has a member that is not in `names`.
Result<void> check_members(const Json& object,
                           const std::vector<std::string>& names,
                           const SourceRef& where) {
    if (!object.is_object()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("expected an object with the members {}", fmt::join(names, ", ")),
                    where);
    }
    for (const auto& [name, value] : object.items()) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        return fail(ErrorCode::kInvalid,
                    fmt::format("unknown member \"{}\"{}", name, quoted_name_hint(name, names)),
                    where,
                    {fmt::format("the members are {}", fmt::join(names, ", "))});
    }
    return {};
}

std::vector<std::string> names_in(const Json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) names.push_back(name);
    return names;
}

/// Returns a member of a file, an empty object if it has none.
const Json& object_member(const Json& root, std::string_view name) {
    static const Json kEmpty = Json::object();
    const Json* found = member(root, name);
    return found && found->is_object() ? *found : kEmpty;
}

/// Returns the base at `pointer`, merged into the base that it names.
Result<Json> merged_base(const Document& file, const std::string& pointer, int merges) {
    const Json& own = *find(*file.root, std::string_view(pointer));
    const SourceRef where = file.where(pointer);
    const auto members = check_members(own, {"base", "hosting", "record", "body"}, where);
    if (!members) return fail(members.error());
    const std::string parent = string_or(own, "base", "");
    if (parent.empty()) return Json(own);
    if (merges == kMaxMerges)
        return fail(ErrorCode::kLimit, "its base leads back to it; name another `base`", where);
    const std::string siblings = pointer.substr(0, pointer.rfind('/'));
    const std::string parent_pointer = siblings + '/' + escape_pointer_token(parent);
    if (!find(*file.root, std::string_view(parent_pointer))) {
        const auto names = names_in(*find(*file.root, std::string_view(siblings)));
        return fail(ErrorCode::kNotFound,
                    fmt::format("no base \"{}\"{}", parent, quoted_name_hint(parent, names)),
                    file.where(pointer + "/base"));
    }
    auto merged = merged_base(file, parent_pointer, merges + 1);
    if (merged) merged->merge_patch(own);
    return merged;
}

Result<BodyFixture> read_base(const Document& file, const std::string& pointer) {
    const auto merged = merged_base(file, pointer, 0);
    if (!merged) return fail(merged.error());
    const SourceRef where = file.where(pointer);
    const auto hosting = string_member(*merged, "hosting");
    if (!hosting) return fail(ErrorCode::kInvalid, hosting.error().message, where);
    const Json* body = member(*merged, "body");
    if (!body) return fail(ErrorCode::kInvalid, "a base needs a `body`", where);
    BodyFixture base;
    base.name = to_text(where);
    base.hosting = *hosting;
    base.body = std::make_shared<const Json>(*body);
    if (const Json* record = member(*merged, "record"))
        base.record = std::make_shared<const Json>(*record);
    base.status = base.record ? 200 : 201;
    return base;
}

Result<void> read_bases(const Document& file, BodyFixtures& fixtures) {
    const auto members =
        check_members(*file.root, {"issued", "compute_kinds", "bases"}, file.where(""));
    if (!members) return members;
    const Json& bases = object_member(*file.root, "bases");
    for (const std::string& operation : names_in(bases)) {
        for (const std::string& name : names_in(object_member(bases, operation))) {
            auto base = read_base(file, fmt::format("/bases/{}/{}", operation, name));
            if (!base) return fail(base.error());
            base->operation = operation;
            base->name += ": " + operation;
            fixtures.bases.emplace(operation + '/' + name, *std::move(base));
        }
    }
    fixtures.issued = std::make_shared<const Json>(object_member(*file.root, "issued"));
    fixtures.compute_kinds =
        std::make_shared<const Json>(object_member(*file.root, "compute_kinds"));
    return {};
}

/// Expands the lines of one file.
class CaseFile {
  public:
    CaseFile(const Document& file, BodyFixtures& fixtures) : file_(file), fixtures_(fixtures) {}

    Result<void> expand() {
        const auto members =
            check_members(*file_.root, {"operations", "within", "base", "cases"}, file_.where(""));
        if (!members) return members;
        const auto operations = strings_member(*file_.root, "operations");
        if (!operations)
            return fail(ErrorCode::kInvalid, operations.error().message, file_.where(""));
        for (const auto& [rule, lines] : object_member(*file_.root, "cases").items()) {
            const std::string pointer = "/cases/" + escape_pointer_token(rule);
            if (!lines.is_array())
                return fail(ErrorCode::kInvalid, "expected a list of lines", file_.where(pointer));
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const CaseLine line{rule, lines[i], file_.where(fmt::format("{}/{}", pointer, i))};
                for (const std::string& operation : *operations) {
                    const auto expanded = expand_line(line, operation);
                    if (!expanded) return fail(located(expanded.error(), line.where));
                }
            }
        }
        return {};
    }

  private:
    /// A line, the key above it and its position.
    struct CaseLine {
        const std::string& rule;
        const Json& members;
        SourceRef where;
    };

    static Error located(Error error, const SourceRef& where) {
        if (error.where == SourceRef{}) error.where = where;
        return error;
    }

    Result<void> expand_line(const CaseLine& line, const std::string& operation) {
        const auto members = check_members(line.members, line_members(), line.where);
        if (!members) return members;
        const auto edits = read_edits(line.members);
        if (!edits) return fail(edits.error());
        const auto base = find_base(line, operation);
        if (!base) return fail(base.error());
        for (const BodyEdit& edit : *edits) {
            auto one = edited_case(line, *base, edit);
            if (!one) return fail(one.error());
            (edit.is_refused ? fixtures_.refused : fixtures_.accepted).push_back(*std::move(one));
        }
        return {};
    }

    Result<BodyFixture> find_base(const CaseLine& line, const std::string& operation) const {
        const std::string name =
            string_or(line.members, "base", string_or(*file_.root, "base", ""));
        const auto found = fixtures_.bases.find(operation + '/' + name);
        if (found != fixtures_.bases.end()) {
            BodyFixture base = found->second;
            base.name = to_text(line.where) + ": " + operation;
            return base;
        }
        std::vector<std::string> names;
        for (const auto& [known, base] : fixtures_.bases) names.push_back(known);
        return fail(ErrorCode::kNotFound,
                    fmt::format("{} has no base \"{}\"{}",
                                operation,
                                name,
                                quoted_name_hint(operation + '/' + name, names)),
                    {},
                    {fmt::format("the bases are in {}", kBases)});
    }

    Result<BodyFixture> edited_case(const CaseLine& line, BodyFixture base, BodyEdit edit) const {
        const std::string within =
            edit.change == BodyEdit::Change::kNone ? "" : string_or(*file_.root, "within", "");
        edit.pointer = within + edit.pointer;
        auto body = apply_edit(edit, *base.body);
        if (!body) return fail(body.error());
        const std::string hosting = string_or(line.members, "hosting", base.hosting);
        if (edit.is_refused) {
            if (*body == *base.body && hosting == base.hosting)
                return fail(ErrorCode::kInvalid,
                            "the refused request equals its base, which is accepted; it has to "
                            "differ in one place");
            base.violates = string_or(
                line.members, "violates", line.rule + ':' + reported_pointer(line.rule, edit));
            base.status = static_cast<int>(integer_or(line.members, "status", 422));
        }
        base.hosting = hosting;
        base.body = std::make_shared<const Json>(*std::move(body));
        return base;
    }

    const Document& file_;
    BodyFixtures& fixtures_;
};

/// Returns the paths of the files with cases, sorted.
std::vector<std::string> case_files(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code ignored;  // load_document reports a folder that cannot be read
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".yaml" && entry.path().filename() != kBases)
            paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace

Result<BodyFixtures> load_body_fixtures(const std::string& folder) {
    BodyFixtures fixtures;
    const auto bases = load_document(folder + '/' + kBases);
    if (!bases) return fail(bases.error());
    if (const auto read = read_bases(*bases, fixtures); !read) return fail(read.error());
    for (const std::string& path : case_files(folder)) {
        const auto file = load_document(path);
        if (!file) return fail(file.error());
        if (const auto expanded = CaseFile(*file, fixtures).expand(); !expanded)
            return fail(expanded.error());
    }
    return fixtures;
}

}  // namespace plumbline
