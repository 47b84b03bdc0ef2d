#include "conformance/cleanup/removal.hpp"

#include "conformance/cleanup/find_resources.hpp"

#include <algorithm>
#include <array>

namespace plumbline::cleanup {
namespace {

/// Returns whether a request that was answered with this status may succeed later: while a resource
/// is being created or deleted, or while the target does not work.
bool may_succeed_later(int status) {
    constexpr std::array kStatuses{408, 409, 423, 425, 429};
    return status >= 500 || std::ranges::find(kStatuses, status) != kStatuses.end();
}

/// Removes entries one after the other.
class EntryRemover {
  public:
    EntryRemover(const Journal& journal, const TargetAccess& access)
        : journal_(journal), header_(journal.header()), access_(access) {}

    Removal remove(const JournalEntry& entry) {
        Removal removal;
        removal.entry = entry;
        const DeletableType* type = find_deletable_type(header_, entry);
        if (!type) {
            removal.reason = "the journal does not state how to delete it";
        } else if (has_unknown_parent(entry)) {
            removal.reason =
                "it was created below a path that contains a secret, and the journal does not "
                "contain it: delete it manually";
        } else if (std::string reason = credential_mismatch(entry); !reason.empty()) {
            removal.reason = std::move(reason);
        } else if (entry.stage == ResourceStage::kCreated) {
            remove_by_id(*type, entry.id, removal);
        } else {
            remove_by_list(*type, removal);
        }
        return removal;
    }

  private:
    /// Returns whether the file of the journal does not contain a path parameter.
    bool has_unknown_parent(const JournalEntry& entry) const {
        return !entry.secret_parents.empty() && !access_.sent_credentials.contains(entry.number);
    }

    static std::string credential_remedy(const std::string& name) {
        if (name == "api_key") return ": give it with --api-key-env";
        if (name == "tenant_id") return ": give it with --tenant";
        return ": give it in a profile (credentials.other)";
    }

    /// Returns which credential differs from the one that created the resource, "" if none: for
    /// another credential a target would respond that the resource does not exist.
    std::string credential_mismatch(const JournalEntry& entry) const {
        if (access_.sent_credentials.contains(entry.number)) return "";
        for (const auto& [header, reference] : entry.credentials) {
            const std::string name = credential_name(reference);
            if (name.empty()) {
                return "it was created with a credential that the journal does not contain (in " +
                       header + "): delete it manually";
            }
            const auto known = header_.fingerprints.find(name);
            const auto given = access_.credentials.find(name);
            if (given == access_.credentials.end() || given->second.empty()) {
                return "it was created with the " + name + " of its run, and none is given" +
                       credential_remedy(name);
            }
            if (known == header_.fingerprints.end() ||
                fingerprint(header_.run, given->second) != known->second) {
                return "it was created with another " + name + " than the given one" +
                       credential_remedy(name);
            }
        }
        return "";
    }

    http::Headers credentials_for(const JournalEntry& entry) const {
        const auto sent = access_.sent_credentials.find(entry.number);
        if (sent == access_.sent_credentials.end())
            return resolve_headers(entry.credentials, access_.credentials);
        http::Headers headers;
        for (const auto& [header, value] : sent->second) headers.add(header, value);
        return headers;
    }

    void remove_by_id(const DeletableType& type, const std::string& id, Removal& removal) {
        auto path = remove_path(type, removal.entry.parents, id);
        if (!path) {
            removal.outcome = RemovalOutcome::kRemaining;
            removal.reason = path.error().message;
            return;
        }
        client::HttpCall call;
        call.url = removal.entry.url + *path;
        call.base_url = removal.entry.url;
        call.area = type.area;
        call.request = {type.remove.method, "", credentials_for(removal.entry), ""};
        call.timeout = access_.timeout;
        removal.exchanges.push_back(access_.send(call));
        record_delete_response(removal);
    }

    static void mark_remaining(Removal& removal, const Error& failure) {
        const bool is_unreachable = failure.code == ErrorCode::kUnreachable;
        removal.outcome =
            is_unreachable ? RemovalOutcome::kUnreachable : RemovalOutcome::kRemaining;
        removal.reason = failure.message;
        removal.may_change = failure.code != ErrorCode::kUsage;
    }

    void record_delete_response(Removal& removal) const {
        const client::Exchange& exchange = removal.exchanges.back();
        if (exchange.failure) {
            mark_remaining(removal, *exchange.failure);
            return;
        }
        const int status = exchange.response->status;
        if (http::is_success(status)) {
            removal.outcome = RemovalOutcome::kRemoved;
        } else if (status == 404 && policy_for(removal.entry) == NotFoundPolicy::kProvesNothing) {
            removal.outcome = RemovalOutcome::kRemaining;
            removal.reason = "it is not found, but it may become visible later";
            removal.may_change = true;
        } else if (status == 404 || status == 410) {
            removal.outcome = RemovalOutcome::kGone;
        } else {
            removal.outcome = RemovalOutcome::kRemaining;
            removal.reason = exchange.call.request.method + " returned " + std::to_string(status);
            removal.may_change = may_succeed_later(status);
        }
    }

    NotFoundPolicy policy_for(const JournalEntry& entry) const {
        const bool is_settled =
            access_.settled_until && entry.time && *entry.time <= *access_.settled_until;
        return is_settled ? NotFoundPolicy::kProvesAbsence : access_.not_found_policy;
    }

    void remove_by_list(const DeletableType& type, Removal& removal) {
        const JournalEntry& entry = removal.entry;
        if (!type.list) {
            removal.reason = "its id is unknown, and no operation lists it: search for it manually";
            return;
        }
        const auto found = find_resources({type, entry, credentials_for(entry), access_.timeout},
                                          journal_,
                                          deleted_ids_,
                                          access_.send,
                                          removal.exchanges);
        if (!found) {
            mark_remaining(removal, found.error());
            const auto& response = removal.exchanges.back().response;
            removal.may_change = !response || may_succeed_later(response->status);
            return;
        }
        if (found->own.empty()) return record_not_found(found->ambiguity, removal);
        for (const std::string& id : found->own) {
            remove_by_id(type, id, removal);
            if (removal.outcome != RemovalOutcome::kRemoved &&
                removal.outcome != RemovalOutcome::kGone)
                return;
            deleted_ids_.insert(id);
        }
    }

    void record_not_found(const std::string& ambiguity, Removal& removal) const {
        const bool has_response = removal.entry.stage == ResourceStage::kUnknown;
        const NotFoundPolicy policy = policy_for(removal.entry);
        if (!ambiguity.empty()) {
            removal.reason = ambiguity;
        } else if (policy == NotFoundPolicy::kProvesAbsence ||
                   (has_response && policy == NotFoundPolicy::kProvesIfAnswered)) {
            removal.outcome = RemovalOutcome::kAbsent;
        } else {
            removal.reason =
                has_response
                    ? "its create may have succeeded, and the target's list may be outdated"
                    : "its create received no response and may still take effect";
            removal.may_change = true;
        }
    }

    const Journal& journal_;
    const JournalHeader& header_;
    const TargetAccess& access_;
    std::set<std::string> deleted_ids_;  ///< of resources without an id in the journal
};

const char* outcome_text(RemovalOutcome outcome) {
    return outcome == RemovalOutcome::kRemoved ? "removed"
           : outcome == RemovalOutcome::kGone  ? "gone"
                                               : "absent";
}

}  // namespace

std::vector<Removal> remove_entries(Journal& journal,
                                    const TargetAccess& access,
                                    const std::function<bool(const JournalEntry&)>& is_selected,
                                    const std::function<void(const Removal&)>& on_removal) {
    std::vector<JournalEntry> entries;
    journal.visit([&](const JournalEntry& entry) {
        if (entry.stage != ResourceStage::kClosed && is_selected(entry)) entries.push_back(entry);
    });
    std::stable_partition(entries.begin(), entries.end(), [](const JournalEntry& entry) {
        return entry.stage == ResourceStage::kCreated;
    });
    EntryRemover remover(journal, access);
    std::vector<Removal> removals;
    for (const JournalEntry& entry : entries) {
        Removal removal = remover.remove(entry);
        if (removal.outcome < RemovalOutcome::kRemaining)
            journal.record_closed(entry.number, outcome_text(removal.outcome));
        if (on_removal) on_removal(removal);
        removals.push_back(std::move(removal));
    }
    return removals;
}

}  // namespace plumbline::cleanup
