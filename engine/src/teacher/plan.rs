//! From a profile and an engine's option list to the options that are really sent.

use super::profile::{LimitBy, Place, Setting, Value};
use super::program::Overridden;
use super::{Isolation, Profile, Role, TeacherConfig, TeacherError};
use crate::usi::{OptionKind, UsiEngine, UsiError, UsiOption};

/// An option to send; `None` presses a button.
pub(crate) type Sent = (String, Option<String>);

/// What is sent to each engine of a pool.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) profile: Profile,
    pub(crate) id_name: String,
    pub(crate) isolation: Isolation,
    /// Once, after `usiok`; all options.
    pub(crate) start: Vec<Sent>,
    /// Before `isready` of each question.
    pub(crate) reset: Vec<Sent>,
    /// Between `readyok` and `go` of each question.
    pub(crate) search: Vec<Sent>,
    /// The option for the number of lines.
    pub(crate) multi_pv: Option<String>,
    /// Whether a file of the engine sets the number of lines at each `isready`.
    pub(crate) multi_pv_again: bool,
}

/// Sends options in their order.
pub(crate) fn send(engine: &mut UsiEngine, options: &[Sent]) -> Result<(), UsiError> {
    options
        .iter()
        .try_for_each(|(name, value)| engine.set_unlisted_option(name, value.as_deref()))
}

impl Plan {
    /// The arguments that an engine is started with for a limit of nodes, where it takes that one so.
    pub(crate) fn arguments(&self, nodes: Option<u64>) -> Vec<String> {
        match (self.profile.nodes, nodes) {
            (LimitBy::Argument(flag), Some(nodes)) => vec![flag.to_owned(), nodes.to_string()],
            _ => Vec::new(),
        }
    }

    /// Sends what is sent once after `usiok`; one line is shown until more are asked for.
    pub(crate) fn introduce(&self, engine: &mut UsiEngine) -> Result<(), UsiError> {
        send(engine, &self.start)?;
        match &self.multi_pv {
            Some(name) => engine.set_unlisted_option(name, Some("1")),
            None => Ok(()),
        }
    }

    /// Maps roles to the options that the engine lists.
    pub(super) fn new(
        config: &TeacherConfig,
        id_name: &str,
        listed: &[UsiOption],
    ) -> Result<Self, TeacherError> {
        let mut profile = profile_of(config, id_name, listed)?;
        profile.thresholds = config.thresholds.unwrap_or(profile.thresholds);
        let mut plan = Self {
            isolation: config.isolation.unwrap_or(profile.isolation),
            multi_pv: multi_pv_name(&profile, listed),
            profile,
            id_name: id_name.to_owned(),
            start: Vec::new(),
            reset: Vec::new(),
            search: Vec::new(),
            multi_pv_again: false,
        };
        for setting in plan.profile.settings.clone() {
            plan.add_setting(&setting, config, listed)?;
        }
        for (name, value) in &config.options {
            plan.add_own(name, value.as_deref(), listed)?;
        }
        Ok(plan)
    }

    fn add_setting(
        &mut self,
        setting: &Setting,
        config: &TeacherConfig,
        listed: &[UsiOption],
    ) -> Result<(), TeacherError> {
        let Some(option) = setting.role.find(listed) else {
            return self.absent(setting);
        };
        let own = config.options.iter().any(|(name, _)| option.is_named(name));
        let Some(value) = value_of(setting, config, option).filter(|_| !own) else {
            return Ok(());
        };
        if !option.accepts(Some(&value)) {
            return refused(setting, option, &value);
        }
        if setting.role != Role::MultiPv
            && (setting.always || option.default.as_deref() != Some(&value))
        {
            self.add((option.name.clone(), Some(value)), setting.place);
        }
        Ok(())
    }

    fn absent(&self, setting: &Setting) -> Result<(), TeacherError> {
        if !setting.needed {
            return Ok(());
        }
        let names = setting.role.option_names();
        Err(TeacherError::MissingRole {
            profile: self.profile.name.clone(),
            engine: self.id_name.clone(),
            role: setting.role.as_str(),
            names: names.iter().map(|&name| name.to_owned()).collect(),
        })
    }

    /// An option of the user. It stands where the profile would set it.
    fn add_own(
        &mut self,
        name: &str,
        value: Option<&str>,
        listed: &[UsiOption],
    ) -> Result<(), TeacherError> {
        let option = listed.iter().find(|option| option.is_named(name));
        check_own(name, value, option, listed)?;
        let role = option.and_then(Role::of);
        let place = self.profile.settings.iter().find(|s| Some(s.role) == role);
        let place = place.map_or(Place::Start, |setting| setting.place);
        let name = option.map_or(name, |option| &option.name).to_owned();
        self.add((name, value.map(str::to_owned)), place);
        Ok(())
    }

    fn add(&mut self, sent: Sent, place: Place) {
        match place {
            Place::Start => {}
            Place::Reset => self.reset.push(sent.clone()),
            Place::Search => self.search.push(sent.clone()),
        }
        self.start.push(sent);
    }

    /// Search threads of each engine, as far as the options tell: those of the user count too.
    pub(super) fn threads(&self) -> u32 {
        let mut sent = self.start.iter().rev();
        let sent = sent.find(|(name, _)| Role::Threads.is_named(name));
        let value = sent.and_then(|(_, value)| value.as_deref());
        value.and_then(|text| text.parse().ok()).unwrap_or(1)
    }

    /// What the engine's own files set is set again after each `readyok`.
    pub(super) fn defend(&mut self, overridden: &[Overridden], listed: &[UsiOption]) {
        for option in listed {
            if !overridden.iter().any(|o| option.is_named(&o.name)) {
                continue;
            }
            self.multi_pv_again |= self.multi_pv.as_ref() == Some(&option.name);
            let again = self.search.iter().any(|(name, _)| *name == option.name);
            let sent = self.start.iter().find(|(name, _)| *name == option.name);
            if let Some(sent) = sent.filter(|_| !again).cloned() {
                self.search.push(sent);
            }
        }
    }
}

fn profile_of(
    config: &TeacherConfig,
    id_name: &str,
    listed: &[UsiOption],
) -> Result<Profile, TeacherError> {
    let Some(name) = &config.profile else {
        return Ok(Profile::detect(id_name, listed));
    };
    let known = Profile::builtin(name).ok_or_else(|| TeacherError::UnknownProfile {
        name: name.clone(),
        known: Profile::names().iter().map(|&n| n.to_owned()).collect(),
    })?;
    Ok(known.limited_to(listed))
}

/// The option for the number of lines; an engine without a list is taken at its usual name.
fn multi_pv_name(profile: &Profile, listed: &[UsiOption]) -> Option<String> {
    if !profile.has_multi_pv {
        return None;
    }
    if listed.is_empty() {
        return Some("MultiPV".to_owned());
    }
    Role::MultiPv.find(listed).map(|option| option.name.clone())
}

fn value_of(setting: &Setting, config: &TeacherConfig, option: &UsiOption) -> Option<String> {
    match setting.value {
        Value::Text(text) => Some(text.to_owned()),
        Value::HashMib => Some(config.hash_mib.to_string()),
        Value::Threads => Some(config.threads.to_string()),
        Value::Displayed => option.default.clone().filter(|text| !text.is_empty()),
    }
}

/// A value that the engine does not take: an error if the user asked for it or nothing works without it.
fn refused(setting: &Setting, option: &UsiOption, value: &str) -> Result<(), TeacherError> {
    let asked_for = matches!(setting.value, Value::HashMib | Value::Threads);
    if !setting.needed && !asked_for {
        return Ok(());
    }
    Err(TeacherError::BadOption {
        name: option.name.clone(),
        reason: format!("the engine does not take the value {value}"),
    })
}

fn check_own(
    name: &str,
    value: Option<&str>,
    option: Option<&UsiOption>,
    listed: &[UsiOption],
) -> Result<(), TeacherError> {
    let bad = |reason: String| {
        let name = name.to_owned();
        Err(TeacherError::BadOption { name, reason })
    };
    let text = value.unwrap_or_default();
    match option {
        _ if name.contains(['\n', '\r']) || text.contains(['\n', '\r']) => {
            bad("more than one line".to_owned())
        }
        Some(option) if Role::of(option) == Some(Role::MultiPv) => {
            bad("the number of lines belongs to the question".to_owned())
        }
        Some(option) if !option.accepts(value) => bad(match (&option.kind, value) {
            (OptionKind::Button, _) => "a button takes no value".to_owned(),
            (_, None) => "it needs a value".to_owned(),
            (_, Some(value)) => format!("the engine does not take the value {value}"),
        }),
        None if !listed.is_empty() => bad("the engine has no such option".to_owned()),
        _ => Ok(()),
    }
}
